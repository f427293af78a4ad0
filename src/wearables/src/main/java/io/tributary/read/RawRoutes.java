package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.http.StreamedJson;
import io.tributary.model.Sport;
import io.tributary.model.Sports;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderInfo;
import io.tributary.rawdocument.RawDocumentReader;
import io.tributary.rawdocument.StoredDocument;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Routes GET /v2/summary/…/raw: original provider documents. Empty while the team's feature flag is
 * off, even if documents were stored earlier.
 */
public final class RawRoutes implements Routes.Source {
  /** Decrypting a document takes 0.1 ms or more, so few are processed at once on an event loop. */
  private static final int FETCH_SIZE = 20;

  /**
   * $1 user, $2 team, $3 environment, $4 name of the read, $5 provider or ''. A workout includes
   * the sport to which it was mapped.
   */
  private static final String SELECT =
      "select "
          + RawDocumentReader.COLUMNS
          + """
          , (select s.content -> 'sport' ->> 'slug' from summary s
              where $4 = 'workouts' and s.user_id = r.user_id and s.resource = 'workouts'
                and s.provider = r.provider and s.day = r.day and s.provider_key = r.key
              limit 1) as sport
            from raw_document r
            join team_environment e
              on e.team_id = $2 and e.environment = $3 and e.provider_raw_data
           where r.user_id = $1 and r.listed_in @> array[$4] and ($5 = '' or r.provider = $5)
          """;

  private static final String BY_DAY = SELECT + " and r.day between $6 and $7 order by r.day, r.id";
  private static final String BY_INSTANT =
      SELECT + " and r.at between $6 and $7 order by r.at, r.id";
  private static final String UNDATED = SELECT + " order by r.provider, r.id";
  private static final String NEWEST = SELECT + " order by r.updated_at desc, r.id limit 1";

  private final Db db;
  private final UserLookup users;
  private final RawDocumentReader reader;
  private final ProviderCatalog catalog;

  public RawRoutes(Db db, RawDocumentReader reader, ProviderCatalog catalog) {
    this.db = db;
    this.users = new UserLookup(db);
    this.reader = reader;
    this.catalog = catalog;
  }

  @Override
  public void mount(Routes routes) {
    for (String name : List.of("activity", "body", "sleep", "workouts")) {
      routes.get(
          "/v2/summary/" + name + "/{user_id}/raw", RouteAccess.TEAM, call -> range(call, name));
    }
    routes
        .get("/v2/summary/profile/{user_id}/raw", RouteAccess.TEAM, this::profile)
        .get("/v2/summary/devices/{user_id}/raw", RouteAccess.TEAM, this::devices);
  }

  private Future<Response> range(RequestContext call, String name) {
    UUID user = call.pathUuid("user_id");
    TimeRange reach = TimeRange.of(call.query(), Instant.now());
    call.requireValid();
    return switch (reach) {
      case TimeRange.Days(var from, var to) -> list(call, user, name, BY_DAY, from, to);
      case TimeRange.Instants(var from, var to) -> list(call, user, name, BY_INSTANT, from, to);
    };
  }

  private Future<Response> devices(RequestContext call) {
    return list(call, call.pathUuid("user_id"), "devices", UNDATED);
  }

  private Future<Response> list(
      RequestContext call, UUID user, String name, String sql, Object... bounds) {
    StreamedJson.Document document =
        new StreamedJson.Document() {
          @Override
          public void open(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeArrayFieldStart(name);
          }

          @Override
          public void row(JsonGenerator out, Row row) throws IOException {
            write(out, name, user, row);
          }

          @Override
          public void close(JsonGenerator out) throws IOException {
            out.writeEndArray();
            out.writeEndObject();
          }
        };
    return users
        .check(call.tenant(), user)
        .compose(
            known ->
                StreamedJson.send(
                    db, call, document, FETCH_SIZE, sql, args(call, user, name, bounds)));
  }

  private Future<Response> profile(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    return users
        .check(call.tenant(), user)
        .compose(known -> db.read(NEWEST, args(call, user, "profile")))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw ServiceException.notFound("profile");
              }
              ByteArrayOutputStream bytes = new ByteArrayOutputStream();
              try (JsonGenerator out = Json.MAPPER.getFactory().createGenerator(bytes)) {
                out.writeStartObject();
                out.writeFieldName("profile");
                write(out, "profile", user, rows.iterator().next());
                out.writeEndObject();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return Response.ok(new Response.Raw("application/json", bytes.toByteArray()));
            });
  }

  private static Object[] args(RequestContext call, UUID user, String name, Object... bounds) {
    Object[] out = new Object[5 + bounds.length];
    out[0] = user;
    out[1] = call.tenant().team();
    out[2] = call.tenant().environment().wire();
    out[3] = name;
    out[4] = UserLookup.provider(call);
    System.arraycopy(bounds, 0, out, 5, bounds.length);
    return out;
  }

  private void write(JsonGenerator out, String name, UUID user, Row row) throws IOException {
    StoredDocument raw = reader.read(row);
    ProviderInfo card = catalog.info(raw.provider());
    out.writeStartObject();
    out.writeStringField("id", raw.id().toString());
    out.writeStringField("user_id", user.toString());
    if (!name.equals("profile") && !name.equals("devices")) {
      out.writeStringField("timestamp", raw.at().map(Times::format).orElse(null));
    }
    out.writeFieldName("data");
    out.writeRawValue(new String(raw.json(), StandardCharsets.UTF_8));
    out.writeObjectFieldStart("source");
    out.writeStringField("name", card.name());
    out.writeStringField("slug", card.slug());
    out.writeStringField("logo", card.logo());
    out.writeEndObject();
    out.writeStringField("source_device_id", raw.device().map(UUID::toString).orElse(null));
    out.writeStringField("created_at", Times.format(raw.createdAt()));
    out.writeStringField("updated_at", Times.format(raw.updatedAt()));
    deprecated(out, name, raw);
    if (name.equals("workouts")) {
      sport(out, row.getString("sport"));
    }
    out.writeEndObject();
  }

  /** Writes older keys that have no meaning in this service. */
  private void deprecated(JsonGenerator out, String name, StoredDocument raw) throws IOException {
    int number = catalog.find(raw.provider()).map(ProviderCatalog.Entry::number).orElse(0);
    out.writeStringField("provider_id", raw.key());
    out.writeNumberField("source_id", number);
    out.writeNumberField("priority_id", 0);
    if (name.equals("body") || name.equals("sleep")) {
      out.writeNullField("priority");
    }
  }

  private static void sport(JsonGenerator out, String slug) throws IOException {
    Sport sport = Sports.of(slug == null ? "other" : slug);
    out.writeNumberField("sport_id", sport.id());
    out.writeObjectFieldStart("sport");
    out.writeNumberField("id", sport.id());
    out.writeStringField("name", sport.name());
    out.writeStringField("slug", sport.slug());
    out.writeEndObject();
  }
}
