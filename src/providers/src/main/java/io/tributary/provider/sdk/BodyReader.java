package io.tributary.provider.sdk;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.tributary.core.Json;
import io.tributary.core.JsonSanitizer;
import io.tributary.core.ServiceException;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Reads a request body in one pass: envelope fields as they arrive, and records once the envelope
 * is complete enough. Records that precede the required envelope fields are read in a second pass.
 */
final class BodyReader {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(30)
                  .maxNumberLength(100)
                  .maxStringLength(1 << 20)
                  .build())
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .build()
          .setCodec(Json.MAPPER);

  private BodyReader() {}

  /** Reads the value of {@code data}; the parser is positioned on its first token. */
  interface RecordsReader {
    void read(JsonParser p, SdkProvider provider, ZoneId zone) throws IOException;
  }

  /**
   * @throws io.tributary.core.ServiceException 400 for a body that is not JSON, 422 for an invalid
   *     envelope
   */
  static ParsedUpload read(
      byte[] body,
      int given,
      UploadCollector into,
      UploadDefaults fallback,
      RecordsReader records) {
    byte[] json = JsonSanitizer.sanitize(body, given);
    int length = json.length;
    UploadEnvelope.Builder envelope = new UploadEnvelope.Builder();
    try {
      long dataAt = -1;
      boolean read = false;
      try (JsonParser p = JSON.createParser(json, 0, length)) {
        if (p.nextToken() != JsonToken.START_OBJECT) {
          throw notObject(p);
        }
        while (p.nextToken() == JsonToken.FIELD_NAME) {
          String name = p.currentName();
          p.nextToken();
          switch (name) {
            case "data" -> {
              if (read || dataAt >= 0) {
                envelope.fault("data", "Field should be given once", "value_error");
                p.skipChildren();
              } else if (envelope.ready()) {
                records.read(p, envelope.provider(), envelope.zone());
                read = true;
              } else {
                dataAt = p.currentTokenLocation().getByteOffset();
                p.skipChildren();
                if (dataAt < 0) {
                  throw ServiceException.badRequest("the body is not UTF-8");
                }
              }
            }
            case "deleted_ids" -> into.addDeletions(countIds(p));
            default -> envelope.read(name, p);
          }
        }
        if (p.nextToken() != null) {
          throw notJson();
        }
      }
      if (!read && dataAt < 0) {
        envelope.fault("data", "Field required", "missing");
      }
      UploadEnvelope complete = envelope.build();
      String origin = complete.zone() == null ? "" : "envelope " + complete.zone();
      if (!read) {
        ZoneId zone = complete.zone();
        if (zone == null) {
          Optional<UploadDefaults.Zone> other = fallback.zone(complete.provider());
          zone = other.map(UploadDefaults.Zone::id).orElse(null);
          origin = other.map(UploadDefaults.Zone::origin).orElse("");
        }
        try (JsonParser p = JSON.createParser(json, (int) dataAt, length - (int) dataAt)) {
          p.nextToken();
          records.read(p, complete.provider(), zone);
        }
      }
      return into.build(complete, origin);
    } catch (IOException e) {
      throw notJson();
    }
  }

  /** Counts the IDs in an array. */
  static int countIds(JsonParser p) throws IOException {
    if (p.currentToken() != JsonToken.START_ARRAY) {
      p.skipChildren();
      return 0;
    }
    int n = 0;
    while (p.nextToken() != JsonToken.END_ARRAY) {
      p.skipChildren();
      n++;
    }
    return n;
  }

  private static ServiceException notJson() {
    return ServiceException.badRequest("the body is not valid JSON");
  }

  private static ServiceException notObject(JsonParser p) throws IOException {
    if (p.currentToken() == null) {
      return ServiceException.validationFailed(
          new io.tributary.core.FieldError(java.util.List.of("body"), "Field required", "missing"));
    }
    p.skipChildren();
    if (p.nextToken() != null) {
      return notJson();
    }
    return ServiceException.validationFailed(
        new io.tributary.core.FieldError(
            java.util.List.of("body"), "Input should be an object", "object_type"));
  }
}
