package io.tributary.provider.garmin;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentKind;
import io.tributary.provider.document.DocumentSource;
import io.tributary.provider.document.FetchContext;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Reads pushed summaries, either from the notification or from the URL in it. Days cannot be read
 * directly, only requested as a backfill.
 */
final class GarminClient implements DocumentSource<GarminFeed> {
  private final DocCalls calls;
  private final GarminBackfill backfill;

  GarminClient(ProviderHttp http) {
    this.calls = new DocCalls(http);
    this.backfill = new GarminBackfill(http);
  }

  @Override
  public void read(FetchContext<GarminFeed> reading, DocumentKind kind) {
    switch ((GarminDocumentKind) kind) {
      case HISTORY -> backfill.request(reading);
      case PERMISSIONS ->
          calls.send(reading.account(), permissions(reading), ProviderResponse::json);
      default ->
          throw new ProviderException.Rejected(
              "daily data is delivered by notifications and cannot be requested");
    }
  }

  private static ProviderRequest permissions(FetchContext<GarminFeed> reading) {
    return ProviderRequest.get(GarminOAuth.userUrl(reading.account().app(), "/permissions"));
  }

  @Override
  public Optional<Window> fetch(FetchContext<GarminFeed> reading, FetchTarget wanted) {
    List<GarminDocumentKind> kinds = reading.feed().plan().mainKinds();
    JsonNode told =
        switch (wanted) {
          case FetchTarget.InlineDocuments given -> given.body();
          case FetchTarget.FetchAddress at ->
              underKey(kinds, at.address(), calls.get(reading.account(), at.address()));
          case FetchTarget.SingleDocument one ->
              throw new ProviderException.Rejected("single documents cannot be requested");
          case FetchTarget.Days days ->
              throw new ProviderException.Rejected("days cannot be requested");
        };
    for (GarminDocumentKind kind : kinds) {
      JsonNode list = told.path(kind.wire());
      if (list.isArray() && kind.isGranted(reading.accountContext())) {
        reading.add(kind, GarminSeenSummaries.currentSummaries(kind, reading, list));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the summaries under the key that a notification would use. Anything else is an error
   * and is retried.
   */
  private static JsonNode underKey(List<GarminDocumentKind> kinds, URI address, JsonNode answer) {
    if (answer.isArray()) {
      return Json.object().set(kindOf(kinds, address).wire(), answer);
    }
    if (kinds.stream().noneMatch(k -> answer.path(k.wire()).isArray())) {
      throw new ProviderException.Unavailable("response without a list");
    }
    return answer;
  }

  private static GarminDocumentKind kindOf(List<GarminDocumentKind> kinds, URI address) {
    String path = address.getPath() == null ? "" : address.getPath();
    String last = path.substring(path.lastIndexOf('/') + 1);
    return kinds.size() == 1
        ? kinds.getFirst()
        : kinds.stream()
            .filter(k -> k.wire().equalsIgnoreCase(last) || k.backfill().equalsIgnoreCase(last))
            .findFirst()
            .orElseThrow(() -> new ProviderException.Rejected("URL of an unknown summary type"));
  }
}
