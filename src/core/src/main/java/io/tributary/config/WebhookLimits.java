package io.tributary.config;

import java.time.Duration;

/**
 * What one team or one slow receiver may take of a node that delivers.
 *
 * @param perTeam attempts in flight of one team that count against the node's
 * @param slowAfter an attempt older than this gives its place back: in flight it costs little
 * @param slowPerNode attempts of a node that may be in flight without a place
 * @param slowPerTeam of one team
 * @param memory bytes of messages that a node's shards hold; a team gets a quarter of it
 * @param perRead bytes of messages that one read brings
 * @param sweepEvery pace of looking for held messages that nothing will send on
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
        .done();
  }
}
