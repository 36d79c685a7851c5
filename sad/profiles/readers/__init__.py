"""Readers of the profiles that other tools write.

detect                        read_profiles: which kind it is; start here
gcov_json                     gcov's JSON; tells that of llvm-cov by its members
llvm_json                     what llvm-cov export writes
gcov_data                     .gcda files through the installed gcov
lcov                          lcov's .info
csv_tables                    tables of counts and of values
totals                        counts of a line, added up
source, json_stream, fields   bytes, JSON in pieces, checked values
"""
