package io.tributary.bus;

/** Empty reply of a successful command. */
public record Ack() implements BusMessage.Remote {}
