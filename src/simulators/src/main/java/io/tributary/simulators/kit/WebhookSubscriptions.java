package io.tributary.simulators.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Webhook subscriptions of applications. Used on one event loop only. */
public final class WebhookSubscriptions {

  /**
   * Webhook subscription.
   *
   * @param userId restricts the subscription to this person; empty for all people
   * @param secret proves the vendor to the receiver, or the receiver to the vendor
   * @param kind event type in the vendor's terms
   * @param expiresAt {@link Instant#MAX} if it never expires
   */
  public record Hook(
      String id,
      String clientId,
      String userId,
      String url,
      String secret,
      String kind,
      Instant expiresAt) {

    public Hook withExpiry(Instant newEnd) {
      return new Hook(id, clientId, userId, url, secret, kind, newEnd);
    }
  }

  private final Map<String, Hook> byId = new LinkedHashMap<>();

  public List<Hook> all() {
    return List.copyOf(byId.values());
  }

  public List<Hook> ofClient(String clientId) {
    return byId.values().stream().filter(h -> h.clientId().equals(clientId)).toList();
  }

  public Optional<Hook> find(String clientId, String id) {
    return Optional.ofNullable(byId.get(id)).filter(h -> h.clientId().equals(clientId));
  }

  public boolean contains(String id) {
    return byId.containsKey(id);
  }

  public void put(Hook hook) {
    byId.put(hook.id(), hook);
  }

  public void remove(String id) {
    byId.remove(id);
  }

  /** Removes the subscriptions of one person, as a revocation does. */
  public void removeOfUser(String userId) {
    byId.values().removeIf(h -> h.userId().equals(userId));
  }

  JsonArray save() {
    var list = new JsonArray();
    byId.values()
        .forEach(
            h ->
                list.add(
                    new JsonObject()
                        .put("id", h.id())
                        .put("clientId", h.clientId())
                        .put("userId", h.userId())
                        .put("url", h.url())
                        .put("secret", h.secret())
                        .put("kind", h.kind())
                        .put("expiresAt", SimState.millis(h.expiresAt()))));
    return list;
  }

  void restore(JsonArray list) {
    SimState.forEachObject(
        list,
        j ->
            put(
                new Hook(
                    j.getString("id"),
                    j.getString("clientId"),
                    j.getString("userId"),
                    j.getString("url"),
                    j.getString("secret"),
                    j.getString("kind"),
                    SimState.instant(j.getLong("expiresAt")))));
  }
}
