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
 * What a mapping knows of the account beside the documents.
 *
 * @param zone the user's fallback zone
 * @param connectedAt when the connection was first made
 * @param scopes granted; empty when the provider knows none
 * @param birthDate the user's, for what depends on an age
 * @param told what the adapter has learnt of the account and its records depend on, such as the
 *     zone of a profile: the object {@value #TOLD} of the account's state. Seldom another one
 */
public record AccountContext(
    Optional<ZoneId> zone,
    Instant connectedAt,
    Optional<List<String>> scopes,
    Optional<LocalDate> birthDate,
    ObjectNode told) {
  /** Name of that object in {@link Puller.Account#state}. */
  public static final String TOLD = "facts";

  public AccountContext {
    scopes = scopes.map(List::copyOf);
    told = told.deepCopy();
  }

  /** Of an account of which nothing else is known. */
  public AccountContext(Optional<ZoneId> zone, Instant connectedAt, Optional<List<String>> scopes) {
    this(zone, connectedAt, scopes, Optional.empty(), Json.object());
  }

  public static AccountContext of(Puller.Account account) {
    return new AccountContext(
        Optional.ofNullable(account.fallbackZone()),
        account.connectedAt(),
        Optional.ofNullable(account.scopes()).map(s -> s.stream().sorted().toList()),
        Optional.ofNullable(account.birthDate()),
        account.state().path(TOLD) instanceof ObjectNode told ? told : Json.object());
  }

  /** Whether a scope was granted, or none is needed. */
  public boolean granted(String scope) {
    return scopes.isEmpty() || scopes.get().contains(scope);
  }

  /** How the zone of data without one is decided, as explanations show it. */
  public String zoneRule() {
    return "datum, else " + zone.map(z -> "fallback " + z).orElse("UTC");
  }

  /** JSON text to be stored. */
  public String text() {
    ObjectNode out =
        Json.object()
            .put("zone", zone.map(ZoneId::getId).orElse(null))
            .put("connected_at", connectedAt.toString());
    scopes.ifPresentOrElse(s -> out.set("scopes", Json.tree(s)), () -> out.putNull("scopes"));
    birthDate.ifPresent(d -> out.put("birth_date", d.toString()));
    if (!told.isEmpty()) {
      out.set(TOLD, told);
    }
    return out.toString();
  }

  /** What {@link #text} has written. */
  public static AccountContext read(String text) {
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
        Times.date(tree.path("birth_date").textValue()),
        tree.path(TOLD) instanceof ObjectNode told ? told : Json.object());
  }
}
