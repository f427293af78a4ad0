package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Days of the portal as they are kept. What the app shows is no whole day, and a day of the portal
 * says it again a little later: it is not kept.
 */
final class LibreDocuments {
  static final DocumentKeys RULES =
      new DocumentKeys().each(LibreDocumentKind.REPORT, (doc, facts) -> day(doc));

  private LibreDocuments() {}

  private static RawDocumentBuilder day(LenientJson doc) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    LenientJson answer = doc.child(FetchContext.ANSWER);
    List<Instant> times =
        LibreLog.points(answer.child(LibreNormaliser.LOG).node()).stream()
            .filter(p -> p.wall() != null)
            .map(p -> p.wall().toInstant(ZoneOffset.UTC))
            .sorted()
            .toList();
    return RawDocumentBuilder.of(LibreDocumentKind.REPORT, doc)
        .key(day == null ? null : day + " " + answer.text(LibreNormaliser.DEVICE))
        .day(day)
        .at(times.isEmpty() ? (Instant) null : times.getFirst())
        .span(
            times.isEmpty() ? (Instant) null : times.getFirst(),
            times.isEmpty() ? (Instant) null : times.getLast())
        .resources(Resource.GLUCOSE);
  }
}
