package io.tributary.simulators.polar;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who is registered with which application, and who has not accepted the mandatory consents. */
final class PolarMembers {
  /**
   * A registration.
   *
   * @param memberId the application's name of the person
   */
  record Member(String memberId, Instant since) {}

  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Set<String> withoutConsent = new HashSet<>();

  private static String key(String clientId, String userId) {
    return clientId + " " + userId;
  }

  Optional<Member> find(String clientId, String userId) {
    return Optional.ofNullable(members.get(key(clientId, userId)));
  }

  /** False when the person, or the name, is registered with the application already. */
  boolean register(String clientId, String userId, Member member) {
    boolean named =
        members.entrySet().stream()
            .anyMatch(
                e ->
                    e.getKey().startsWith(clientId + " ")
                        && e.getValue().memberId().equals(member.memberId()));
    return !named && members.putIfAbsent(key(clientId, userId), member) == null;
  }

  void remove(String clientId, String userId) {
    members.remove(key(clientId, userId));
  }

  boolean consents(String userId) {
    return !withoutConsent.contains(userId);
  }

  void consents(String userId, boolean given) {
    if (given) {
      withoutConsent.remove(userId);
    } else {
      withoutConsent.add(userId);
    }
  }

  void save(JsonObject state) {
    var all = new JsonObject();
    members.forEach(
        (key, m) ->
            all.put(
                key,
                new JsonObject().put("memberId", m.memberId()).put("since", m.since().toString())));
    state
        .put("members", all)
        .put("withoutConsent", new JsonArray(withoutConsent.stream().toList()));
  }

  void restore(JsonObject state) {
    JsonObject all = state.getJsonObject("members", new JsonObject());
    for (String key : all.fieldNames()) {
      JsonObject m = all.getJsonObject(key);
      members.put(key, new Member(m.getString("memberId"), Instant.parse(m.getString("since"))));
    }
    state
        .getJsonArray("withoutConsent", new JsonArray())
        .forEach(id -> withoutConsent.add((String) id));
  }
}
