package io.tributary.simulator.oura;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Webhook subscriptions of all apps: at most one per app, event type and data type. */
final class Subscriptions {
  static final Set<String> EVENT_TYPES = Set.of("create", "update", "delete");
  static final Set<String> DATA_TYPES =
      Set.of(
          "tag",
          "enhanced_tag",
          "workout",
          "session",
          "sleep",
          "daily_sleep",
          "daily_readiness",
          "daily_activity",
          "daily_spo2",
          "sleep_time",
          "rest_mode_period",
          "ring_configuration",
          "daily_stress",
          "daily_cardiovascular_age",
          "daily_resilience",
          "vo2_max",
          "meal");

  /** One subscription; the token is only for the challenge and never shown again. */
  record Subscription(
      String id,
      String clientId,
      String callbackUrl,
      String verificationToken,
      String eventType,
      String dataType,
      Instant expiresAt) {

    boolean sameKind(String client, String event, String data) {
      return clientId.equals(client) && eventType.equals(event) && dataType.equals(data);
    }

    Subscription until(Instant newEnd) {
      return new Subscription(
          id, clientId, callbackUrl, verificationToken, eventType, dataType, newEnd);
    }
  }

  private final Map<String, Subscription> byId = new LinkedHashMap<>();

  List<Subscription> of(String clientId) {
    return byId.values().stream().filter(s -> s.clientId().equals(clientId)).toList();
  }

  List<Subscription> all() {
    return List.copyOf(byId.values());
  }

  Optional<Subscription> find(String clientId, String id) {
    return Optional.ofNullable(byId.get(id)).filter(s -> s.clientId().equals(clientId));
  }

  boolean holds(String id) {
    return byId.containsKey(id);
  }

  /** True if another subscription already has this app, event type and data type. */
  boolean clashes(Subscription wanted) {
    return byId.values().stream()
        .anyMatch(
            s ->
                !s.id().equals(wanted.id())
                    && s.sameKind(wanted.clientId(), wanted.eventType(), wanted.dataType()));
  }

  void put(Subscription subscription) {
    byId.put(subscription.id(), subscription);
  }

  void remove(String id) {
    byId.remove(id);
  }
}
