package io.tributary.simulators.oura;

import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimResponses;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Data endpoints under {@code /v2/usercollection/} and their canned counterparts under {@code
 * /v2/sandbox/usercollection/}, which need no token. Order of checks: token 401, rate 429, scope
 * 403, parameters 422 or 400, document 404.
 */
final class OuraDataRoutes {
  static final String BASE = "/v2/usercollection/";
  private static final String SANDBOX = "/v2/sandbox/usercollection/";

  /** Person whose data are read, with the granted scopes. */
  private record Reader(SimPerson user, Set<String> scopes) {}

  private static final int PAGE = 100;

  private final OuraOptions options;
  private final SimContext world;
  private final DocumentStore documentStore;

  OuraDataRoutes(OuraOptions options, SimContext world, DocumentStore library) {
    this.options = options;
    this.world = world;
    this.documentStore = library;
  }

  void mount(Router router) {
    for (OuraDataCollection collection : OuraDataCollection.values()) {
      router
          .get(BASE + collection.path)
          .handler(ctx -> list(ctx, collection, reader(ctx, collection)));
      router.get(SANDBOX + collection.path).handler(ctx -> list(ctx, collection, sandbox()));
      if (collection.kind == OuraDataCollection.Kind.DATED
          || collection.kind == OuraDataCollection.Kind.UNDATED) {
        router
            .get(BASE + collection.path + "/:document")
            .handler(ctx -> single(ctx, collection, reader(ctx, collection)));
        router
            .get(SANDBOX + collection.path + "/:document")
            .handler(ctx -> single(ctx, collection, sandbox()));
      }
    }
  }

  private Reader sandbox() {
    return new Reader(world.people().detached("sandbox"), Set.of(OuraVendor.SCOPES));
  }

  private Reader reader(RoutingContext ctx, OuraDataCollection collection) {
    var reader = world.authorize(ctx, collection.anyScope.toArray(String[]::new));
    return new Reader(reader.person(), reader.scopes());
  }

  private void list(RoutingContext ctx, OuraDataCollection collection, Reader reader) {
    Buffer body =
        switch (collection.kind) {
          case DATED -> dated(ctx, collection, reader.user());
          case SERIES -> series(ctx, collection, reader.user());
          case UNDATED -> data(documentStore.undated(reader.user(), collection), Optional.empty());
          case SINGLE -> personal(reader);
        };
    SimResponses.json(ctx, 200, body);
  }

  private void single(RoutingContext ctx, OuraDataCollection collection, Reader reader) {
    OuraDocument document =
        documentStore
            .find(reader.user(), collection, ctx.pathParam("document"), world.clock().now())
            .orElseThrow(() -> OuraErrors.of(404, "Document not found"));
    SimResponses.json(ctx, 200, Buffer.buffer(document.json()));
  }

  private Buffer personal(Reader reader) {
    SimPerson user = reader.user();
    return Buffer.buffer(
        documentStore
            .overrides(user.id())
            .find(OuraDataCollection.PERSONAL_INFO, user.id())
            .map(OuraDocument::json)
            .orElseGet(() -> ProfileDocuments.personal(user, reader.scopes().contains("email"))));
  }

  private Buffer dated(RoutingContext ctx, OuraDataCollection collection, SimPerson user) {
    Instant now = world.clock().now();
    LocalDate today = user.localDateAt(now);
    TimeWindowParser.Days window = TimeWindowParser.days(ctx.queryParams(), collection, today);
    DocumentStore.Page<OuraDocument> page =
        documentStore.documents(
            user,
            collection,
            window.from(),
            window.to(),
            window.after(),
            world.pageSize(PAGE),
            now);
    Optional<PageToken> next =
        page.more()
            ? Optional.of(
                new PageToken(
                    collection.path,
                    window.from().toString(),
                    window.to().toString(),
                    page.items().getLast().orderKey()))
            : Optional.empty();
    return data(page.items(), next);
  }

  private Buffer series(RoutingContext ctx, OuraDataCollection collection, SimPerson user) {
    Instant now = world.clock().now();
    TimeWindowParser.Instants window =
        TimeWindowParser.instants(ctx.queryParams(), collection, now);
    Instant from =
        window.after().isEmpty()
            ? window.from()
            : Instant.ofEpochSecond(Long.parseLong(window.after()) + 1);
    DocumentStore.Page<HeartPoint> page =
        documentStore.points(user, from, window.to(), options.heartratePageSize(), now);
    var text = new StringBuilder(64 + page.items().size() * 75).append("{\"data\":[");
    for (int i = 0; i < page.items().size(); i++) {
      HeartPoint point = page.items().get(i);
      text.append(i == 0 ? "{\"bpm\":" : ",{\"bpm\":")
          .append(point.bpm())
          .append(",\"source\":\"")
          .append(point.source())
          .append("\",\"timestamp\":\"");
      JsonText.appendUtc(text, point.epochSecond());
      text.append("\"}");
    }
    text.append("],\"next_token\":");
    if (page.more()) {
      var token =
          new PageToken(
              collection.path,
              window.from().toString(),
              window.to().toString(),
              Long.toString(page.items().getLast().epochSecond()));
      text.append('"').append(token.encode()).append('"');
    } else {
      text.append("null");
    }
    return Buffer.buffer(text.append('}').toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  private static Buffer data(List<OuraDocument> documents, Optional<PageToken> next) {
    int size = documents.stream().mapToInt(d -> d.json().length + 1).sum();
    Buffer body = Buffer.buffer(size + 256).appendString("{\"data\":[");
    for (int i = 0; i < documents.size(); i++) {
      if (i > 0) {
        body.appendByte((byte) ',');
      }
      body.appendBytes(documents.get(i).json());
    }
    return body.appendString("],\"next_token\":")
        .appendString(next.map(t -> '"' + t.encode() + '"').orElse("null"))
        .appendString("}");
  }
}
