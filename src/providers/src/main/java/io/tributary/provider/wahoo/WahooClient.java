package io.tributary.provider.wahoo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
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
  private static final int MAX_ATTEMPTS = 3;

  private final DocCalls calls;
  private final ProviderCalls files;

  WahooClient(ProviderHttp http) {
    this.calls = new DocCalls(http, new WahooErrorMapping());
    this.files = ProviderCalls.withoutPermits(http, WahooClient::fileFault);
  }

  /**
   * Maps only temporary faults of file downloads: files are on a public host, so no status concerns
   * the grant.
   */
  private static Optional<ProviderException> fileFault(ProviderResponse answer, Duration usual) {
    return answer.status() == 429 || answer.status() >= 500
        ? ErrorMapping.STATUS.toException(answer, usual)
        : Optional.empty();
  }

  @Override
  public void read(FetchContext<WahooFeed> reading, DocumentKind kind) {
    switch ((WahooDocumentKind) kind) {
      case WORKOUT -> WahooWorkoutPager.read(calls, reading);
      case FILE ->
          reading.documents().of(WahooDocumentKind.WORKOUT).forEach(w -> readFile(reading, w));
      case USER -> readUser(reading);
    }
  }

  @Override
  public Optional<Window> fetch(FetchContext<WahooFeed> reading, FetchTarget wanted) {
    if (!(wanted instanceof FetchTarget.SingleDocument one)
        || reading.feed() != WahooFeed.WORKOUTS) {
      throw new ProviderException.Rejected("the notification is not about a workout");
    }
    if (!WahooDocumentKind.WORKOUT.isGranted(reading.accountContext())) {
      throw new ProviderException.ScopeMissing();
    }
    JsonNode workout = calls.get(reading.account(), "/v1/workouts/" + one.id(), Map.of());
    reading.add(WahooDocumentKind.WORKOUT, workout);
    reading.documents().markRead(WahooDocumentKind.FILE);
    readFile(reading, LenientJson.withTextNumbers(workout));
    return Optional.empty();
  }

  /** Reads the file; a manual entry has none. */
  private void readFile(FetchContext<WahooFeed> reading, LenientJson workout) {
    String id = workout.id("id");
    String url = workout.child("workout_summary").child("file").text("url");
    if (id != null && url != null) {
      LocalDate day = WahooTime.day(workout, reading.accountContext());
      reading.add(WahooDocumentKind.FILE, readFile(reading.account(), url, id, day));
    }
  }

  private ObjectNode readFile(Account account, String url, String id, LocalDate day) {
    if (!isProviderUrl(account, url)) {
      return WahooFile.missing(id, day, "the URL is not on a host of the provider");
    }
    for (int attempt = 1; ; attempt++) {
      ProviderResponse answer =
          files.send(account, token -> ProviderRequest.get(url), Function.identity());
      if (!answer.isSuccess() || answer.body() == null) {
        return WahooFile.missing(id, day, "status " + answer.status());
      }
      if (answer.body().length() > WahooFile.MAX_BYTES) {
        return WahooFile.missing(id, day, "too large");
      }
      byte[] file = answer.body().getBytes();
      if (WahooFile.isReadable(file) || attempt == MAX_ATTEMPTS) {
        return WahooFile.toJson(id, day, file);
      }
    }
  }

  private static boolean isProviderUrl(Account account, String url) {
    try {
      return account.app().urls().isAllowed(URI.create(url));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void readUser(FetchContext<WahooFeed> reading) {
    JsonNode answer = calls.get(reading.account(), "/v1/user", Map.of());
    Double weight = WahooUser.weight(LenientJson.withTextNumbers(answer));
    reading.add(WahooDocumentKind.USER, FirstObservation.of(reading, "weight", weight), answer);
  }
}
