package io.tributary.webhook;

import io.tributary.core.Cursor;
import io.tributary.core.Encryption;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.delivery.EndpointSecrets;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Read access to endpoints. Endpoints of another organization, team or environment are answered
 * with 404. Runs on event loops.
 */
public final class Endpoints {
  private final EndpointRepo endpoints;
  private final Encryption secrets;

  public Endpoints(Db db, Encryption secrets) {
    this.endpoints = new EndpointRepo(db);
    this.secrets = secrets;
  }

  /**
   * Page of endpoints, newest first.
   *
   * @param nextCursor null on the last page
   */
  public record Page(List<Endpoint> data, String nextCursor) {
    public Page {
      data = List.copyOf(data);
    }
  }

  /**
   * Custom headers of an endpoint.
   *
   * @param headers headers whose values may be shown
   * @param sensitive names of the other headers
   */
  public record Headers(Map<String, String> headers, List<String> sensitive) {}

  /**
   * @param cursor cursor of the previous page; null for the first page
   */
  public Future<Page> page(Scope scope, String cursor, int limit) {
    List<Object> filters = List.of("webhook", scope.team(), scope.environment());
    Optional<List<String>> after = Cursor.decode(cursor, filters, 2);
    Instant time =
        after.map(p -> Times.parseInstant(p.get(0)).orElseThrow(Cursor::malformed)).orElse(null);
    String id = after.map(p -> p.get(1)).orElse(null);
    return endpoints
        .teamExists(scope)
        .compose(
            yes ->
                yes
                    ? endpoints.page(scope, time, id, limit + 1)
                    : Future.failedFuture(ServiceException.notFound("team")))
        .map(
            found -> {
              if (found.size() <= limit) {
                return new Page(found, null);
              }
              Endpoint last = found.get(limit - 1);
              return new Page(
                  found.subList(0, limit),
                  Cursor.encode(filters, List.of(last.createdAt().toString(), last.id())));
            });
  }

  public Future<Endpoint> find(Scope scope, String id) {
    return endpoints.find(scope, id).map(Endpoints::requireFound);
  }

  /** Returns the current signing secret. */
  public Future<String> secret(Scope scope, String id) {
    return endpoints.secret(scope, id).map(key -> secrets.openText(requireFound(key), id));
  }

  public Future<Headers> headers(Scope scope, String id) {
    return endpoints
        .headers(scope, id)
        .map(
            row -> {
              Map<String, String> all =
                  EndpointSecrets.headers(secrets, id, requireFound(row).bytes());
              Map<String, String> open = new LinkedHashMap<>(all);
              open.keySet().removeIf(HeaderRules::isSensitive);
              return new Headers(
                  open, all.keySet().stream().filter(HeaderRules::isSensitive).toList());
            });
  }

  static <T> T requireFound(Optional<T> row) {
    return row.orElseThrow(() -> ServiceException.notFound("webhook"));
  }
}
