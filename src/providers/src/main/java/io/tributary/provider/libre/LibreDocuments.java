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
 * Keys and dates of raw documents. Data of the app are not stored, because they are not a whole day
 * and the portal returns them a little later.
 */
final class LibreDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys().perDocument(LibreDocumentKind.REPORT, (doc, facts) -> day(doc));

  private LibreDocuments() {}

  private static RawDocumentBuilder day(LenientJson doc) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    LenientJson answer = doc.child(FetchContext.ANSWER);
    List<Instant> times =
        LibreDailyLog.points(answer.child(LibreNormalizer.LOG).node()).stream()
            .filter(p -> p.wall() != null)
            .map(p -> p.wall().toInstant(ZoneOffset.UTC))
            .sorted()
            .toList();
    return RawDocumentBuilder.of(LibreDocumentKind.REPORT, doc)
        .key(day == null ? null : day + " " + answer.text(LibreNormalizer.DEVICE))
        .day(day)
        .at(times.isEmpty() ? (Instant) null : times.getFirst())
        .span(
            times.isEmpty() ? (Instant) null : times.getFirst(),
            times.isEmpty() ? (Instant) null : times.getLast())
        .resources(Resource.GLUCOSE);
  }
}
