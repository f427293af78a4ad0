package io.tributary.simulators.oura;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Content of the opaque {@code next_token}: the query and the last item sent.
 *
 * @param collection path name of the collection
 * @param from lower bound of the query, or its default
 * @param to upper bound
 * @param after key of the last item sent
 */
record PageToken(String collection, String from, String to, String after) {

  String encode() {
    String plain = String.join("\n", collection, from, to, after);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  /** Decodes a token of this collection; rejects anything else with 400. */
  static PageToken decode(String text, OuraDataCollection collection) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      String[] parts = plain.split("\n", -1);
      if (parts.length == 4 && parts[0].equals(collection.path)) {
        return new PageToken(parts[0], parts[1], parts[2], parts[3]);
      }
    } catch (IllegalArgumentException notBase64) {
      // Rejected below like other invalid tokens.
    }
    throw OuraErrors.of(400, "next_token is not valid for this collection");
  }
}
