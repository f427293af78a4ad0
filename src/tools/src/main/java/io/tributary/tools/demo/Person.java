package io.tributary.tools.demo;

/**
 * Person with a ring and an account.
 *
 * @param name reference at the service and name of the ring user
 * @param userId ID at the service
 * @param ringId ID at the simulator
 */
record Person(String name, String userId, String ringId) {}
