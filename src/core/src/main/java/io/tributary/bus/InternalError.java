package io.tributary.bus;

/** Reply for a failed handler. The log of the node that ran it holds the cause under this ID. */
record InternalError(String id) implements BusMessage.Remote {}
