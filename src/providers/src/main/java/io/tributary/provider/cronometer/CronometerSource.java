package io.tributary.provider.cronometer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.doc.Days;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocKind;
import io.tributary.provider.doc.FeedPuller;
import io.tributary.provider.doc.Reading;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** One call a day. */
final class CronometerSource implements FeedPuller.Source<CronometerFeed> {
  static final String PATH = "/diary_summary";

  /** Where a day begins first. */
  private static final ZoneOffset EARLIEST = ZoneOffset.ofHours(14);

  private final DocCalls calls;

  CronometerSource(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(Reading<CronometerFeed> reading, DocKind kind) {
    switch ((CronometerKind) kind) {
      case DIARY -> diary(reading);
    }
  }

  private void diary(Reading<CronometerFeed> reading) {
    LocalDate latest = reading.window().now().atOffset(EARLIEST).toLocalDate();
    for (LocalDate day : Days.each(reading.window())) {
      if (!day.isAfter(latest)) {
        reading.add(CronometerKind.DIARY, day, day(reading.account(), day));
      }
    }
  }

  private JsonNode day(Account account, LocalDate day) {
    ObjectNode asked = Json.object().put("day", day.toString()).put("food", true);
    return calls.send(
        account,
        ProviderRequest.post(account.app().urls().api() + PATH).json(asked),
        CronometerSource::day);
  }

  /** What is no diary, such as an error at status 200, is never taken for an empty day. */
  private static JsonNode day(Answer answer) {
    JsonNode diary = answer.json();
    if (!diary.path("day").isTextual() && !diary.path("foods").isArray()) {
      throw new ProviderFault.Unavailable("an answer without a day");
    }
    return diary;
  }
}
