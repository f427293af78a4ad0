package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Raw;
import io.tributary.provider.doc.RawRules;
import io.tributary.provider.doc.Reading;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Days of the portal as they are kept. What the app shows is no whole day, and a day of the portal
 * says it again a little later: it is not kept.
 */
final class LibreRaws {
  static final RawRules RULES = new RawRules().each(LibreKind.REPORT, (doc, facts) -> day(doc));

  private LibreRaws() {}

  private static Raw day(Doc doc) {
    LocalDate day = doc.day(Reading.ASKED_DAY);
    Doc answer = doc.child(Reading.ANSWER);
    List<Instant> times =
        LibreLog.points(answer.child(LibreNormaliser.LOG).node()).stream()
            .filter(p -> p.wall() != null)
            .map(p -> p.wall().toInstant(ZoneOffset.UTC))
            .sorted()
            .toList();
    return Raw.of(LibreKind.REPORT, doc)
        .key(day == null ? null : day + " " + answer.text(LibreNormaliser.DEVICE))
        .day(day)
        .at(times.isEmpty() ? (Instant) null : times.getFirst())
        .span(
            times.isEmpty() ? (Instant) null : times.getFirst(),
            times.isEmpty() ? (Instant) null : times.getLast())
        .resources(Resource.GLUCOSE);
  }
}
