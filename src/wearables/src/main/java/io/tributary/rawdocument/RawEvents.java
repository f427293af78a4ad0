package io.tributary.rawdocument;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.event.Event;
import io.tributary.ingest.IngestTarget;
import io.tributary.model.RawDocument;
import java.lang.System.Logger.Level;
import java.time.LocalDate;
import java.util.Locale;

/**
 * Builds the events {@code raw.*}, which only streaming destinations receive. Their {@code data}
 * contains the identity of the document and the document itself.
 */
final class RawEvents {
  private static final System.Logger LOG = System.getLogger(RawEvents.class.getName());

  /** Limit of 1 MiB per event minus a reserve for envelope and identity. */
  private static final int MAX_DOCUMENT_BYTES = (1 << 20) - 16 * 1024;

  private static final int MAX_NAME_LENGTH = 60;

  private RawEvents() {}

  static String type(String provider, String kind) {
    return "raw." + name(provider) + "." + name(kind);
  }

  private static String name(String text) {
    String plain = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    return plain.substring(0, Math.min(MAX_NAME_LENGTH, plain.length()));
  }

  /**
   * @param bytes size of the document as JSON; a document that is too large is omitted from its
   *     event
   */
  static Event of(IngestTarget target, RawDocument d, int bytes) {
    String type = type(target.provider(), d.kind());
    ObjectNode data =
        Json.object()
            .put("user_id", target.userId().toString())
            .put("provider", target.provider())
            .put("resource", d.kind())
            .put("key", d.key())
            .put("calendar_date", d.day().map(LocalDate::toString).orElse(null))
            .put("timestamp", d.at().map(Times::format).orElse(null));
    if (bytes <= MAX_DOCUMENT_BYTES) {
      data.set("document", d.body());
    } else {
      LOG.log(Level.WARNING, "document too large for an event: type=" + type + " bytes=" + bytes);
      data.putNull("document");
    }
    return new Event(
        type,
        target.tenant(),
        target.userId(),
        target.clientUserId(),
        data,
        Event.Audience.STREAMS);
  }
}
