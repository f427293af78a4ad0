package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Cursor;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.http.StreamedJson;
import io.tributary.model.Source;
import io.tributary.model.SourceRenderer;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Routes for the deprecated reads of sleep stages, grouped with paging and as a plain array. */
public final class HypnogramRoutes implements Routes.Source {
  private static final UUID FIRST = new UUID(0, 0);

  private final Db db;
  private final UserLookup users;
  private final LegacySourceNames names;
  private final int page;

  /**
   * @param page stages per page of a grouped read, over all groups
   */
  public HypnogramRoutes(Db db, LegacySourceNames names, int page) {
    this.db = db;
    this.users = new UserLookup(db);
    this.names = names;
    this.page = page;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/timeseries/{user_id}/hypnogram/grouped", RouteAccess.TEAM, this::grouped)
        .get("/v2/timeseries/{user_id}/hypnogram", RouteAccess.TEAM, this::plain);
  }

  private Future<Response> grouped(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    QueryParameters query = call.query();
    TimeRange.Instants reach = TimeRange.ofInstants(query, Instant.now());
    SampleRoutes.rejectMerge(query);
    call.requireValid();
    String provider = UserLookup.provider(call);
    List<?> filters =
        List.of(
            user,
            "hypnogram",
            query.text("start_date").orElse(""),
            query.text("end_date").orElse(""),
            provider);
    Hypnograms.Position after =
        Cursor.decode(
                query.text("next_cursor").or(() -> query.text("cursor")).orElse(null), filters, 3)
            .map(HypnogramRoutes::position)
            .orElseGet(() -> new Hypnograms.Position(reach.from().minusNanos(1000), FIRST, -1));
    return users
        .check(call.tenant(), user)
        .compose(
            known ->
                db.replicaReads()
                    .read(
                        Hypnograms.PAGE,
                        user,
                        provider,
                        reach.from(),
                        reach.to(),
                        after.at(),
                        after.cycle(),
                        after.stage(),
                        page + 1L))
        .map(rows -> Response.ok(new Response.Raw("application/json", document(rows, filters))));
  }

  private static Hypnograms.Position position(List<String> texts) {
    try {
      return new Hypnograms.Position(
          Times.parseInstant(texts.get(0)).orElseThrow(Cursor::malformed),
          UUID.fromString(texts.get(1)),
          Integer.parseInt(texts.get(2)));
    } catch (IllegalArgumentException e) {
      throw Cursor.malformed();
    }
  }

  private byte[] document(RowSet<Row> rows, List<?> filters) {
    Map<String, Map<Source, List<Row>>> groups = new TreeMap<>();
    Row last = null;
    int n = 0;
    for (Row row : rows) {
      if (++n > page) {
        break;
      }
      last = row;
      Source source = Hypnograms.source(row);
      groups
          .computeIfAbsent(source.provider(), p -> new LinkedHashMap<>())
          .computeIfAbsent(source, s -> new ArrayList<>())
          .add(row);
    }
    String next = n > page ? cursor(Hypnograms.position(last), filters) : null;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024 + n * 200);
    try (JsonGenerator out = Json.MAPPER.getFactory().createGenerator(bytes)) {
      write(out, groups, next);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static String cursor(Hypnograms.Position at, List<?> filters) {
    return Cursor.encode(
        filters,
        List.of(Times.format(at.at()), at.cycle().toString(), Integer.toString(at.stage())));
  }

  private void write(JsonGenerator out, Map<String, Map<Source, List<Row>>> groups, String next)
      throws IOException {
    out.writeStartObject();
    out.writeObjectFieldStart("groups");
    for (Map.Entry<String, Map<Source, List<Row>>> provider : groups.entrySet()) {
      out.writeArrayFieldStart(provider.getKey());
      for (Map.Entry<Source, List<Row>> group : provider.getValue().entrySet()) {
        out.writeStartObject();
        out.writeFieldName("source");
        SourceRenderer.write(out, group.getKey(), names.legacy(provider.getKey()));
        out.writeArrayFieldStart("data");
        for (Row row : group.getValue()) {
          Hypnograms.write(out, row);
        }
        out.writeEndArray();
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    out.writeEndObject();
    out.writeStringField("next_cursor", next);
    out.writeStringField("next", next);
    out.writeEndObject();
  }

  private Future<Response> plain(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    TimeRange.Instants reach = TimeRange.ofInstants(call.query(), Instant.now());
    SampleRoutes.rejectMerge(call.query());
    call.requireValid();
    StreamedJson.Document document =
        new StreamedJson.Document() {
          @Override
          public void open(JsonGenerator out) throws IOException {
            out.writeStartArray();
          }

          @Override
          public void row(JsonGenerator out, Row row) throws IOException {
            Hypnograms.write(out, row);
          }

          @Override
          public void close(JsonGenerator out) throws IOException {
            out.writeEndArray();
          }
        };
    return users
        .check(call.tenant(), user)
        .compose(
            known ->
                StreamedJson.sendFromReplica(
                    db,
                    call,
                    document,
                    Hypnograms.ALL,
                    user,
                    UserLookup.provider(call),
                    reach.from(),
                    reach.to()));
  }
}
