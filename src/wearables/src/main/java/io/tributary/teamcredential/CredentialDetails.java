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
 * Provider-specific details of a team's application, besides client ID and secret. Secret values
 * are kept separately, encrypted, and shown as "***".
 *
 * @param publicValues values that are not secret
 * @param secretValues secret values by field
 */
record CredentialDetails(ObjectNode publicValues, ObjectNode secretValues) {
  private static final String MASK = "***";
  private static final int MAX_LENGTH = 2048;
  private static final int MAX_ITEMS = 50;

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
              // Extension of this service: the account's private key, without which the service
              // cannot subscribe on its behalf.
              new Field("service_account_key", Kind.SECRET, false)),
          "polar",
          List.of(new Field("webhook_secret", Kind.SECRET, true)),
          "my_fitness_pal_v2",
          List.of(new Field("client", Kind.TEXT, true)),
          "google_fit",
          List.of(
              new Field("redirect_uri", Kind.TEXT, true),
              new Field("data_scopes", Kind.TEXTS, true)),
          // Extension of this service: the region of the application's accounts.
          "dexcom_v3",
          List.of(new Field("region", Kind.TEXT, false)));

  /** Parses a request and records validation errors in it. Null clears the details. */
  static Patch<CredentialDetails> read(String provider, JsonFields body) {
    if (!body.has("details")) {
      return new Patch.Keep<>();
    }
    if (body.raw("details").isEmpty()) {
      return new Patch.Clear<>();
    }
    List<Field> fields = FIELDS.get(provider);
    if (fields == null) {
      body.addError("details", "this provider does not accept details", "value_error");
      return new Patch.Keep<>();
    }
    Optional<JsonFields> given = body.object("details");
    if (given.isEmpty()) {
      return new Patch.Keep<>();
    }
    Optional<JsonFields> all = isNested(provider) ? given.get().requiredObject(provider) : given;
    CredentialDetails out = new CredentialDetails(Json.object(), Json.object());
    all.ifPresent(from -> fields.forEach(field -> out.readField(from, field)));
    return new Patch.Put<>(out);
  }

  private void readField(JsonFields from, Field field) {
    String name = field.name();
    switch (field.kind()) {
      case TEXT -> text(from, field).ifPresent(v -> publicValues.put(name, v));
      case SECRET -> text(from, field).ifPresent(v -> secretValues.put(name, v));
      case FLAG -> publicValues.put(name, from.flag(name).orElse(false));
      case TEXTS -> {
        Optional<List<String>> items = from.texts(name, MAX_ITEMS, MAX_LENGTH);
        if (items.isEmpty() && field.required() && from.raw(name).isEmpty()) {
          from.addError(name, "Field required", "missing");
        }
        items.ifPresent(v -> publicValues.set(name, Json.tree(v)));
      }
    }
  }

  private static Optional<String> text(JsonFields from, Field field) {
    return field.required()
        ? Optional.ofNullable(from.requiredText(field.name(), 1, MAX_LENGTH))
        : from.text(field.name(), MAX_LENGTH);
  }

  /** Returns the unencrypted part to store, with secret values masked. */
  ObjectNode masked() {
    ObjectNode out = publicValues.deepCopy();
    secretValues.fieldNames().forEachRemaining(name -> out.put(name, MASK));
    return out;
  }

  /** Returns the details as responses show them, or null when there are none. */
  static ObjectNode toResponse(String provider, ObjectNode stored) {
    stored.remove(WebhookVerification.FIELD);
    if (stored.isEmpty()) {
      return null;
    }
    if (!isNested(provider)) {
      return stored;
    }
    ObjectNode wrapped = Json.object();
    wrapped.set(provider, stored);
    return wrapped;
  }

  private static boolean isNested(String provider) {
    return provider.equals("fitbit");
  }
}
