package io.tributary.simulators.oura;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.simulators.kit.ControlRoutes;
import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/** Control endpoints that only this vendor has; {@link OuraSimulator} lists them. */
final class OuraControl {
  private final SimContext world;
  private final DocumentStore documentStore;

  OuraControl(SimContext world, DocumentStore library) {
    this.world = world;
    this.documentStore = library;
  }

  void mount(Router router) {
    router.get("/control/users/:id/census").handler(this::census);
    router.post("/control/users/:id/documents").handler(this::putDocument);
    router.delete("/control/users/:id/documents/:collection/:doc").handler(this::removeDocument);
  }

  private void census(RoutingContext ctx) {
    SimPerson user = ControlRoutes.person(ctx, world);
    Instant now =
        Optional.ofNullable(ctx.queryParams().get("at"))
            .map(at -> OffsetDateTime.parse(at).toInstant())
            .orElseGet(world.clock()::now);
    LocalDate from = ControlRoutes.day(ctx, "start", user.firstDay());
    LocalDate to = ControlRoutes.day(ctx, "end", user.localDateAt(now));
    ControlRoutes.json(ctx, 200, ExpectedCounts.of(documentStore, user, from, to, now));
  }

  private void putDocument(RoutingContext ctx) {
    SimPerson user = ControlRoutes.person(ctx, world);
    JsonObject body = ControlRoutes.body(ctx);
    OuraDataCollection collection = collection(body.getString("collection", ""));
    JsonObject document = body.getJsonObject("document", new JsonObject());
    DocumentOverrides over = documentStore.overrides(user.id());
    var answer = new JsonObject().put("collection", collection.path);
    if (collection == OuraDataCollection.HEARTRATE) {
      Instant at = OffsetDateTime.parse(document.getString("timestamp", "")).toInstant();
      over.putPoint(
          new HeartPoint(
              at.getEpochSecond(),
              document.getInteger("bpm", 0),
              document.getString("source", "awake")));
    } else {
      if (collection == OuraDataCollection.PERSONAL_INFO) {
        document.put("id", user.id());
      } else if (!document.containsKey("id")) {
        document.put("id", UUID.randomUUID().toString());
      }
      answer.put("id", over.put(collection, tree(document)).id());
    }
    world.changed().run();
    ControlRoutes.json(ctx, 200, answer);
  }

  private void removeDocument(RoutingContext ctx) {
    documentStore
        .overrides(ControlRoutes.person(ctx, world).id())
        .remove(collection(ctx.pathParam("collection")), ctx.pathParam("doc"));
    world.changed().run();
    ctx.response().setStatusCode(204).end();
  }

  private static OuraDataCollection collection(String path) {
    return OuraDataCollection.ofPath(path)
        .orElseThrow(() -> OuraErrors.of(400, "no such collection: " + path));
  }

  private static ObjectNode tree(JsonObject document) {
    try {
      return (ObjectNode) JsonText.MAPPER.readTree(document.encode());
    } catch (IOException e) {
      throw new IllegalArgumentException("unreadable document", e);
    }
  }
}
