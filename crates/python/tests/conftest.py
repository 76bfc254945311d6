import signal

# Shells make background processes ignore Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)
