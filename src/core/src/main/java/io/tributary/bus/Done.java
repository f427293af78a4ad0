package io.tributary.bus;

/** The reply of a command that has nothing to say. */
public record Done() implements BusMessage.Remote {}
