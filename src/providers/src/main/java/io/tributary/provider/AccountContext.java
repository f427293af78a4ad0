package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Account data that a mapping needs besides the documents.
 *
 * @param zone the user's fallback time zone
 * @param connectedAt time at which the connection was first made
 * @param scopes granted scopes; empty if the provider has none
 * @param birthDate the user's birth date, for values that depend on age
 * @param facts facts that the adapter has learned about the account and that affect its records,
 *     such as the time zone of a profile; stored as the object {@code facts} of the account state.
 *     Changes rarely
 */
public record AccountContext(
    Optional<ZoneId> zone,
    Instant connectedAt,
    Optional<List<String>> scopes,
    Optional<LocalDate> birthDate,
    ObjectNode facts) {
  /** Name of that object in {@link Puller.Account#state}. */
  public static final String FACTS_KEY = "facts";

  public AccountContext {
    scopes = scopes.map(List::copyOf);
    facts = facts.deepCopy();
  }

  public AccountContext(Optional<ZoneId> zone, Instant connectedAt, Optional<List<String>> scopes) {
    this(zone, connectedAt, scopes, Optional.empty(), Json.object());
  }

  public static AccountContext of(Puller.Account account) {
    return new AccountContext(
        Optional.ofNullable(account.fallbackZone()),
        account.connectedAt(),
        Optional.ofNullable(account.scopes()).map(s -> s.stream().sorted().toList()),
        Optional.ofNullable(account.birthDate()),
        account.state().path(FACTS_KEY) instanceof ObjectNode told ? told : Json.object());
  }

  /** Returns whether the scope was granted or the provider has no scopes. */
  public boolean isGranted(String scope) {
    return scopes.isEmpty() || scopes.get().contains(scope);
  }

  /** Describes for explanations how the time zone of data without one is determined. */
  public String zoneRule() {
    return "record, else " + zone.map(z -> "fallback " + z).orElse("UTC");
  }

  /** Serializes the context as JSON text for storage. */
  public String toJsonText() {
    ObjectNode out =
        Json.object()
            .put("zone", zone.map(ZoneId::getId).orElse(null))
            .put("connected_at", connectedAt.toString());
    scopes.ifPresentOrElse(s -> out.set("scopes", Json.tree(s)), () -> out.putNull("scopes"));
    birthDate.ifPresent(d -> out.put("birth_date", d.toString()));
    if (!facts.isEmpty()) {
      out.set(FACTS_KEY, facts);
    }
    return out.toString();
  }

  /** Parses the stored JSON text. */
  public static AccountContext parse(String text) {
    JsonNode tree = Json.parse(text);
    String zone = tree.path("zone").textValue();
    List<String> scopes = null;
    if (tree.path("scopes").isArray()) {
      scopes = new ArrayList<>();
      for (JsonNode s : tree.get("scopes")) {
        scopes.add(s.textValue());
      }
    }
    return new AccountContext(
        Optional.ofNullable(zone).map(ZoneId::of),
        Instant.parse(tree.get("connected_at").textValue()),
        Optional.ofNullable(scopes),
        Times.parseDate(tree.path("birth_date").textValue()),
        tree.path(FACTS_KEY) instanceof ObjectNode told ? told : Json.object());
  }
}
