package io.tributary.simulators.polar;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Registrations of people with applications, and people who have not accepted the mandatory
 * consents.
 */
final class PolarMembers {
  /**
   * Registration of a person.
   *
   * @param memberId name of the person in the application
   */
  record Member(String memberId, Instant since) {}

  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Set<String> peopleWithoutConsent = new HashSet<>();

  private static String key(String clientId, String userId) {
    return clientId + " " + userId;
  }

  Optional<Member> find(String clientId, String userId) {
    return Optional.ofNullable(members.get(key(clientId, userId)));
  }

  /**
   * Registers a person; returns false if the person or the member ID is already registered with the
   * application.
   */
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
    return !peopleWithoutConsent.contains(userId);
  }

  void consents(String userId, boolean given) {
    if (given) {
      peopleWithoutConsent.remove(userId);
    } else {
      peopleWithoutConsent.add(userId);
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
        .put("withoutConsent", new JsonArray(peopleWithoutConsent.stream().toList()));
  }

  void restore(JsonObject state) {
    JsonObject all = state.getJsonObject("members", new JsonObject());
    for (String key : all.fieldNames()) {
      JsonObject m = all.getJsonObject(key);
      members.put(key, new Member(m.getString("memberId"), Instant.parse(m.getString("since"))));
    }
    state
        .getJsonArray("withoutConsent", new JsonArray())
        .forEach(id -> peopleWithoutConsent.add((String) id));
  }
}
