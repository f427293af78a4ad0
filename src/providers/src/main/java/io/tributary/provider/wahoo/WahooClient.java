package io.tributary.provider.wahoo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.DocumentSource;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.FirstObservation;
import io.tributary.provider.document.LenientJson;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the Wahoo API. */
final class WahooClient implements DocumentSource<WahooFeed> {
  /** Downloads of a damaged file; one that stays damaged is stored as it is. */
  private static final int TRIES = 3;

  private final DocCalls calls;
  private final ProviderCalls files;

  WahooClient(ProviderHttp http) {
    this.calls = new DocCalls(http, new WahooErrorMapping());
    this.files = ProviderCalls.uncounted(http, WahooClient::ofFiles);
  }

  /**
   * Maps only temporary faults of file downloads: files are on a public host, so no status concerns
   * the grant.
   */
  private static Optional<ProviderException> ofFiles(Answer answer, Duration usual) {
    return answer.status() == 429 || answer.status() >= 500
        ? ErrorMapping.STATUS.fault(answer, usual)
        : Optional.empty();
  }

  @Override
  public void read(FetchContext<WahooFeed> reading, DocumentKind kind) {
    switch ((WahooDocumentKind) kind) {
      case WORKOUT -> WahooList.read(calls, reading);
      case FILE -> reading.documents().of(WahooDocumentKind.WORKOUT).forEach(w -> file(reading, w));
      case USER -> user(reading);
    }
  }

  @Override
  public Optional<Window> fetch(FetchContext<WahooFeed> reading, FetchTarget wanted) {
    if (!(wanted instanceof FetchTarget.One one) || reading.feed() != WahooFeed.WORKOUTS) {
      throw new ProviderException.Rejected("a notice of something that is no workout");
    }
    if (!WahooDocumentKind.WORKOUT.granted(reading.facts())) {
      throw new ProviderException.ScopeMissing();
    }
    JsonNode workout = calls.get(reading.account(), "/v1/workouts/" + one.id(), Map.of());
    reading.add(WahooDocumentKind.WORKOUT, workout);
    reading.documents().read(WahooDocumentKind.FILE);
    file(reading, LenientJson.loose(workout));
    return Optional.empty();
  }

  /** Reads the file; a manual entry has none. */
  private void file(FetchContext<WahooFeed> reading, LenientJson workout) {
    String id = workout.id("id");
    String url = workout.child("workout_summary").child("file").text("url");
    if (id != null && url != null) {
      LocalDate day = WahooTime.day(workout, reading.facts());
      reading.add(WahooDocumentKind.FILE, file(reading.account(), url, id, day));
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

  private void user(FetchContext<WahooFeed> reading) {
    JsonNode answer = calls.get(reading.account(), "/v1/user", Map.of());
    Double weight = WahooUser.weight(LenientJson.loose(answer));
    reading.add(WahooDocumentKind.USER, FirstObservation.of(reading, "weight", weight), answer);
  }
}
