package io.tributary.simulators.kit;

import io.vertx.core.MultiMap;
import java.util.Optional;

/** Reads fields of a query or a form. */
final class OAuthForm {
  private OAuthForm() {}

  static String text(MultiMap in, String name) {
    return Optional.ofNullable(in.get(name)).orElse("");
  }

  static String required(MultiMap form, String name) {
    String value = text(form, name);
    if (value.isEmpty()) {
      throw SimRejection.oauth(400, "invalid_request", name + " is missing");
    }
    return value;
  }
}
