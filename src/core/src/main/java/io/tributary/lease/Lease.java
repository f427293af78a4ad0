package io.tributary.lease;

/** The right to be an actor, until it is lost; a later owner has a larger epoch. */
public record Lease(String name, long epoch) {}
