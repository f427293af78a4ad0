package io.tributary.bus;

/** The reply of a command that has nothing to say. */
public record Ack() implements BusMessage.Remote {}
