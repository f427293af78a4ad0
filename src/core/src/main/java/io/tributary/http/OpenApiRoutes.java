package io.tributary.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * Serves the OpenAPI document with the service's own URL in it.
 *
 * <p>The route needs no authentication because the document holds no customer data. The document is
 * large and is loaded on the first request, because most nodes never serve it.
 */
public final class OpenApiRoutes implements Routes.Source {
  private static final String RESOURCE = "/openapi.json";

  private final Vertx vertx;
  private final Supplier<String> publicUrl;
  private volatile CacheableJson page;

  /**
   * @param publicUrl URL at which clients reach the service; evaluated when the document is first
   *     loaded
   */
  public OpenApiRoutes(Vertx vertx, Supplier<String> publicUrl) {
    this.vertx = vertx;
    this.publicUrl = publicUrl;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/openapi.json", RouteAccess.OPEN, c -> page().map(p -> p.answer(c)));
  }

  /**
   * Builds the document on a worker thread on first use, because it takes too long for an event
   * loop.
   */
  private Future<CacheableJson> page() {
    CacheableJson made = page;
    return made != null ? Future.succeededFuture(made) : vertx.executeBlocking(this::once, false);
  }

  private synchronized CacheableJson once() {
    if (page == null) {
      page = make();
    }
    return page;
  }

  private CacheableJson make() {
    ObjectNode own = document();
    ((ObjectNode) own.withArray("servers").get(0)).put("url", publicUrl.get());
    return CacheableJson.json(own);
  }

  private static ObjectNode document() {
    try (InputStream in = OpenApiRoutes.class.getResourceAsStream(RESOURCE)) {
      return (ObjectNode) Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
