"""Queueing networks: files ``*.qn.yaml``, read, put in numbers, and solved.

read, bind      the file, and what it says at given values
network         stations, classes of jobs, passive resources: numbers only
traffic         how often a job comes to each station
mva             closed networks by mean values, one class or several, exact or Bard-Schweitzer
convolution     closed networks with several servers and load-dependent rates
several         several classes of jobs, closed, open or some of each
lattice         closed ones with several servers or load-dependent rates
bounds          asymptotic and balanced-job bounds
open_network    open networks, station by station
states          what has no product form, as a Markov chain
clients         the cycle of equal clients, for estimates elsewhere
jmva            the network as another tool reads it
solve           which solver takes which network
measures        what is printed of it
"""
