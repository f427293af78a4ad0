package io.tributary.teamcredential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.connection.WebhookVerification;
import io.tributary.core.Json;
import io.tributary.core.Patch;
import io.tributary.http.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an application has at a provider besides id and secret (wearables.md §9). Secret words of it
 * are kept apart, sealed, and shown as stars.
 *
 * @param open what is no secret
 * @param secret texts by field
 */
record CredentialDetails(ObjectNode open, ObjectNode secret) {
  private static final String STARS = "***";
  private static final int LONGEST = 2048;
  private static final int MOST_ITEMS = 50;

  private enum Kind {
    TEXT,
    SECRET,
    FLAG,
    TEXTS
  }

  private record Field(String name, Kind kind, boolean required) {}

  private static final Map<String, List<Field>> FIELDS =
      Map.of(
          "fitbit",
          List.of(
              new Field("is_hr_enabled", Kind.FLAG, false),
              new Field("workout_verify_token", Kind.SECRET, true),
              new Field("sleep_verify_token", Kind.SECRET, true),
              new Field("body_verify_token", Kind.SECRET, true),
              new Field("foods_verify_token", Kind.SECRET, false)),
          "google_health",
          List.of(
              new Field("project_number", Kind.TEXT, true),
              new Field("service_account_email", Kind.TEXT, true),
              // Ours: the account's private key, without which nobody can subscribe in its name.
              new Field("service_account_key", Kind.SECRET, false)),
          "polar",
          List.of(new Field("webhook_secret", Kind.SECRET, true)),
          "my_fitness_pal_v2",
          List.of(new Field("client", Kind.TEXT, true)),
          "google_fit",
          List.of(
              new Field("redirect_uri", Kind.TEXT, true),
              new Field("data_scopes", Kind.TEXTS, true)),
          // Ours: where the accounts of the application are.
          "dexcom_v3",
          List.of(new Field("region", Kind.TEXT, false)));

  /** Read from a request; faults are listed there. Null clears. */
  static Patch<CredentialDetails> read(String provider, JsonFields body) {
    if (!body.has("details")) {
      return new Patch.Keep<>();
    }
    if (body.raw("details").isEmpty()) {
      return new Patch.Clear<>();
    }
    List<Field> fields = FIELDS.get(provider);
    if (fields == null) {
      body.fault("details", "this provider has no details", "value_error");
      return new Patch.Keep<>();
    }
    Optional<JsonFields> given = body.object("details");
    if (given.isEmpty()) {
      return new Patch.Keep<>();
    }
    Optional<JsonFields> all = wrapped(provider) ? given.get().requiredObject(provider) : given;
    CredentialDetails out = new CredentialDetails(Json.object(), Json.object());
    all.ifPresent(from -> fields.forEach(field -> out.take(from, field)));
    return new Patch.Put<>(out);
  }

  private void take(JsonFields from, Field field) {
    String name = field.name();
    switch (field.kind()) {
      case TEXT -> text(from, field).ifPresent(v -> open.put(name, v));
      case SECRET -> text(from, field).ifPresent(v -> secret.put(name, v));
      case FLAG -> open.put(name, from.flag(name).orElse(false));
      case TEXTS -> {
        Optional<List<String>> items = from.texts(name, MOST_ITEMS, LONGEST);
        if (items.isEmpty() && field.required() && from.raw(name).isEmpty()) {
          from.fault(name, "Field required", "missing");
        }
        items.ifPresent(v -> open.set(name, Json.tree(v)));
      }
    }
  }

  private static Optional<String> text(JsonFields from, Field field) {
    return field.required()
        ? Optional.ofNullable(from.requiredText(field.name(), 1, LONGEST))
        : from.text(field.name(), LONGEST);
  }

  /** As it is stored in clear: stars in the place of secret words. */
  ObjectNode stored() {
    ObjectNode out = open.deepCopy();
    secret.fieldNames().forEachRemaining(name -> out.put(name, STARS));
    return out;
  }

  /** As replies show what is stored; null when there is nothing. */
  static ObjectNode shown(String provider, ObjectNode stored) {
    stored.remove(WebhookVerification.FIELD);
    if (stored.isEmpty()) {
      return null;
    }
    if (!wrapped(provider)) {
      return stored;
    }
    ObjectNode wrapped = Json.object();
    wrapped.set(provider, stored);
    return wrapped;
  }

  private static boolean wrapped(String provider) {
    return provider.equals("fitbit");
  }
}
