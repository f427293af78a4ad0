package io.tributary.bus;

/** A handler failed; the cause is in the log of the node that ran it, under this id. */
record InternalError(String id) implements BusMessage.Remote {}
