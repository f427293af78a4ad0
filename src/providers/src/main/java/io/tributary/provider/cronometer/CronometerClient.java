package io.tributary.provider.cronometer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.document.DayWindows;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.FeedPuller;
import io.tributary.provider.document.FetchContext;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Reads the food diary with one call per day. */
final class CronometerClient implements FeedPuller.Source<CronometerFeed> {
  static final String PATH = "/diary_summary";

  /** Zone in which a day begins first. */
  private static final ZoneOffset EARLIEST_ZONE = ZoneOffset.ofHours(14);

  private final DocCalls calls;

  CronometerClient(DocCalls calls) {
    this.calls = calls;
  }

  @Override
  public void read(FetchContext<CronometerFeed> reading, DocumentKind kind) {
    switch ((CronometerDocumentKind) kind) {
      case DIARY -> readDiary(reading);
    }
  }

  private void readDiary(FetchContext<CronometerFeed> reading) {
    LocalDate latest = reading.window().now().atOffset(EARLIEST_ZONE).toLocalDate();
    for (LocalDate day : DayWindows.days(reading.window())) {
      if (!day.isAfter(latest)) {
        reading.add(CronometerDocumentKind.DIARY, day, readDay(reading.account(), day));
      }
    }
  }

  private JsonNode readDay(Account account, LocalDate day) {
    ObjectNode asked = Json.object().put("day", day.toString()).put("food", true);
    return calls.send(
        account,
        ProviderRequest.post(account.app().urls().api() + PATH).json(asked),
        CronometerClient::readDay);
  }

  /**
   * Rejects anything that is not a diary, such as an error with status 200, so that it is not
   * stored as an empty day.
   */
  private static JsonNode readDay(ProviderResponse answer) {
    JsonNode diary = answer.json();
    if (!diary.path("day").isTextual() && !diary.path("foods").isArray()) {
      throw new ProviderException.Unavailable("response without a day");
    }
    return diary;
  }
}
