package io.tributary.tools.demo;

/**
 * Somebody with a ring and an account.
 *
 * @param name our reference and the ring user's name
 * @param userId id at the service
 * @param ringId id at the simulator
 */
record Person(String name, String userId, String ringId) {}
