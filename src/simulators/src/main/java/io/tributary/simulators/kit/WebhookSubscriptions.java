package io.tributary.simulators.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where apps want to be told of news. Used on one event loop only. */
public final class WebhookSubscriptions {

  /**
   * One subscription.
   *
   * @param userId whose news; empty: everybody's
   * @param secret proves the vendor to the receiver, or the receiver to the vendor
   * @param kind of which news; the vendor's words
   * @param expiresAt {@link Instant#MAX}: never
   */
  public record Hook(
      String id,
      String clientId,
      String userId,
      String url,
      String secret,
      String kind,
      Instant expiresAt) {

    public Hook until(Instant newEnd) {
      return new Hook(id, clientId, userId, url, secret, kind, newEnd);
    }
  }

  private final Map<String, Hook> byId = new LinkedHashMap<>();

  public List<Hook> all() {
    return List.copyOf(byId.values());
  }

  public List<Hook> of(String clientId) {
    return byId.values().stream().filter(h -> h.clientId().equals(clientId)).toList();
  }

  public Optional<Hook> find(String clientId, String id) {
    return Optional.ofNullable(byId.get(id)).filter(h -> h.clientId().equals(clientId));
  }

  public boolean holds(String id) {
    return byId.containsKey(id);
  }

  public void put(Hook hook) {
    byId.put(hook.id(), hook);
  }

  public void remove(String id) {
    byId.remove(id);
  }

  /** Takes away those of one person, as a withdrawal does. */
  public void removeOf(String userId) {
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
    SimState.each(
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
