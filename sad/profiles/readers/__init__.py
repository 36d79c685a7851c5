"""Readers of the profiles that other tools write.

detect                        read_profiles: which kind it is; start here
measured                      values of parameters, as some profiles give them instead of counts
json_profile                  gcov_json or llvm_json, as the members tell
gcov_json                     what gcov --json-format writes
gcov_data, gcov_files, tools  .gcda files through the installed gcov
llvm_json                     what llvm-cov export writes
llvm_conditions, llvm_lines   its conditions, and what it shows beside a line
lcov                          lcov's .info
table, csv_counts, csv_values tables of counts and of values
totals                        counts of a line, added up
source, json_stream, fields   bytes, JSON in pieces, checked values
"""
