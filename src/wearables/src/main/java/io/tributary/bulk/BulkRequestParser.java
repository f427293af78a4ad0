package io.tributary.bulk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.link.GrantImporter.Grant;
import io.tributary.throttle.ThrottledProviders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Parses the requests and writes the responses of bulk import, export and pause. */
final class BulkRequestParser {
  /**
   * Providers that are linked by OAuth. Historical triggers support all of them except
   * google_health.
   */
  static final List<String> PROVIDERS =
      Stream.concat(ThrottledProviders.BULK.stream(), Stream.of("google_health")).toList();

  /** Value of {@code expires_at} on the wire for a token that never expires. */
  private static final long NEVER_EXPIRES = 2_147_483_647L;

  /** Unix time of the end of the year 9999. */
  private static final long MAX_EXPIRY_SECONDS = 253_402_300_799L;

  private static final int MAX_TOKEN_LENGTH = 8192;
  private static final int MAX_ACCOUNT_LENGTH = 512;
  private static final int MAX_SCOPES = 100;
  private static final int MAX_SCOPE_LENGTH = 200;

  private BulkRequestParser() {}

  record ImportRequest(String provider, List<Grant> grants, boolean waitForCompletion) {}

  record ExportRequest(
      String provider, Optional<List<UUID>> users, KeysetCursor after, List<?> filters) {}

  record PauseRequest(String provider, List<UUID> users) {}

  static ImportRequest parseImport(RequestContext call) {
    JsonFields body = call.body();
    String provider = provider(body);
    List<Grant> grants = new ArrayList<>();
    for (JsonFields f : body.requiredObjects("connections", Integer.MAX_VALUE)) {
      UUID user = f.requiredUuid("user_id");
      String access = f.requiredText("access_token", 1, MAX_TOKEN_LENGTH);
      String refresh = f.requiredText("refresh_token", 0, MAX_TOKEN_LENGTH);
      String account = f.requiredText("provider_id", 1, MAX_ACCOUNT_LENGTH);
      Long expires = f.requiredLongInteger("expires_at", 0, MAX_EXPIRY_SECONDS);
      Optional<List<String>> scopes = f.texts("oauth_scopes", MAX_SCOPES, MAX_SCOPE_LENGTH);
      if (user != null && access != null && refresh != null && account != null && expires != null) {
        grants.add(
            new Grant(
                user,
                access,
                refresh.isEmpty() ? null : refresh,
                account,
                expires == NEVER_EXPIRES ? null : Instant.ofEpochSecond(expires),
                scopes.orElse(null)));
      }
    }
    boolean wait = body.flag("wait_for_completion").orElse(false);
    call.requireValid();
    return new ImportRequest(provider, List.copyOf(grants), wait);
  }

  static ObjectNode importResponse(BulkImportRepo.Results results) {
    ObjectNode out = Json.object();
    out.set("user_ids_imported", Json.tree(results.imported()));
    out.set("user_ids_failed", Json.tree(results.failed()));
    return out;
  }

  static ExportRequest parseExport(RequestContext call) {
    JsonFields body = call.body();
    String provider = provider(body);
    Optional<List<UUID>> users = body.uuids("user_ids", Integer.MAX_VALUE);
    Optional<String> token = body.text("next_token", 2000);
    call.requireValid();
    List<?> filters =
        List.of(
            "bulk_export",
            call.tenant().team(),
            call.tenant().environment(),
            provider,
            users.map(u -> u.stream().sorted().distinct().toList()));
    return new ExportRequest(
        provider, users, KeysetCursor.decode(token.orElse(null), filters), filters);
  }

  static ObjectNode exportResponse(BulkMessages.Exported page, List<?> filters) {
    ObjectNode out = Json.object();
    ArrayNode data = out.putArray("data");
    for (Grant g : page.grants()) {
      ObjectNode one =
          data.addObject()
              .put("user_id", g.user().toString())
              .put("access_token", g.access())
              .put("refresh_token", g.refresh() == null ? "" : g.refresh())
              .put("provider_id", g.account())
              .put(
                  "expires_at",
                  g.expiresAt() == null ? NEVER_EXPIRES : g.expiresAt().getEpochSecond());
      one.set("oauth_scopes", g.scopes() == null ? null : Json.tree(g.scopes()));
    }
    return out.put(
        "next_token",
        page.next().map(at -> KeysetCursor.encode(filters, at.at(), at.id())).orElse(null));
  }

  static PauseRequest parsePause(RequestContext call) {
    JsonFields body = call.body();
    List<UUID> users = body.requiredUuids("user_ids", Integer.MAX_VALUE);
    String provider = provider(body);
    call.requireValid();
    return new PauseRequest(provider, users);
  }

  private static String provider(JsonFields body) {
    return body.requiredChoice(
        "provider", slug -> Optional.of(slug).filter(PROVIDERS::contains), PROVIDERS);
  }
}
