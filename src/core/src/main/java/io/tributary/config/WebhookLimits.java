package io.tributary.config;

import java.time.Duration;

/**
 * Delivery limits per team and for slow endpoints, so that none of them monopolizes a node.
 *
 * @param perTeam attempts of one team that may hold slots of the node
 * @param slowAfter age at which an attempt releases its slot, because waiting in flight costs
 *     little
 * @param slowPerNode attempts in flight without a slot per node
 * @param slowPerTeam attempts in flight without a slot per team
 * @param memory bytes of messages that the shards of a node hold; a team gets a quarter of it
 * @param perRead bytes of messages that one read loads
 * @param sweepEvery interval at which held messages are released that no event will release
 */
public record WebhookLimits(
    int perTeam,
    Duration slowAfter,
    int slowPerNode,
    int slowPerTeam,
    int memory,
    int perRead,
    Duration sweepEvery) {
  public WebhookLimits {
    ConfigValidator.of("webhook.limits")
        .range("per_team", perTeam, 1, 100_000)
        .atLeast("slow_after", slowAfter, Duration.ofMillis(10))
        .range("slow_per_node", slowPerNode, 0, 1_000_000)
        .range("slow_per_team", slowPerTeam, 0, 1_000_000)
        .range("memory", memory, 1 << 20, 1 << 30)
        .range("per_read", perRead, 1, memory)
        .atLeast("sweep_every", sweepEvery, Duration.ofMillis(10))
        .throwIfInvalid();
  }
}
