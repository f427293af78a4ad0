package io.tributary.provider.wahoo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.provider.AnswerRules;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.Wanted;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocKind;
import io.tributary.provider.doc.FirstSeen;
import io.tributary.provider.doc.Reading;
import io.tributary.provider.doc.SingleSource;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The calls behind each kind of documents. */
final class WahooSource implements SingleSource<WahooFeed> {
  /** A torn file is asked for again; one that stays so is kept as it is. */
  private static final int TRIES = 3;

  private final DocCalls calls;
  private final ProviderCalls files;

  WahooSource(ProviderHttp http) {
    this.calls = new DocCalls(http, new WahooAnswers());
    this.files = ProviderCalls.uncounted(http, WahooSource::ofFiles);
  }

  /** No status of a file says anything of the grant: it lies elsewhere, open to all. */
  private static Optional<ProviderFault> ofFiles(Answer answer, Duration usual) {
    return answer.status() == 429 || answer.status() >= 500
        ? AnswerRules.STATUS.fault(answer, usual)
        : Optional.empty();
  }

  @Override
  public void read(Reading<WahooFeed> reading, DocKind kind) {
    switch ((WahooKind) kind) {
      case WORKOUT -> WahooList.read(calls, reading);
      case FILE -> reading.documents().of(WahooKind.WORKOUT).forEach(w -> file(reading, w));
      case USER -> user(reading);
    }
  }

  @Override
  public Optional<Window> fetch(Reading<WahooFeed> reading, Wanted wanted) {
    if (!(wanted instanceof Wanted.One one) || reading.feed() != WahooFeed.WORKOUTS) {
      throw new ProviderFault.Rejected("a notice of something that is no workout");
    }
    if (!WahooKind.WORKOUT.granted(reading.facts())) {
      throw new ProviderFault.ScopeMissing();
    }
    JsonNode workout = calls.get(reading.account(), "/v1/workouts/" + one.id(), Map.of());
    reading.add(WahooKind.WORKOUT, workout);
    reading.documents().read(WahooKind.FILE);
    file(reading, Doc.loose(workout));
    return Optional.empty();
  }

  /** One that was typed in has none. */
  private void file(Reading<WahooFeed> reading, Doc workout) {
    String id = workout.id("id");
    String url = workout.child("workout_summary").child("file").text("url");
    if (id != null && url != null) {
      LocalDate day = WahooTime.day(workout, reading.facts());
      reading.add(WahooKind.FILE, file(reading.account(), url, id, day));
    }
  }

  private ObjectNode file(Account account, String url, String id, LocalDate day) {
    if (!ours(account, url)) {
      return WahooFile.missing(id, day, "an address outside of the provider");
    }
    for (int attempt = 1; ; attempt++) {
      Answer answer = files.send(account, token -> ProviderRequest.get(url), Function.identity());
      if (!answer.ok() || answer.body() == null) {
        return WahooFile.missing(id, day, "status " + answer.status());
      }
      if (answer.body().length() > WahooFile.MOST_BYTES) {
        return WahooFile.missing(id, day, "too large");
      }
      byte[] file = answer.body().getBytes();
      if (WahooFile.sound(file) || attempt == TRIES) {
        return WahooFile.kept(id, day, file);
      }
    }
  }

  private static boolean ours(Account account, String url) {
    try {
      return account.app().urls().allow(URI.create(url));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void user(Reading<WahooFeed> reading) {
    JsonNode answer = calls.get(reading.account(), "/v1/user", Map.of());
    Double weight = WahooUser.weight(Doc.loose(answer));
    reading.add(WahooKind.USER, FirstSeen.of(reading, "weight", weight), answer);
  }
}
