package io.tributary.report.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.http.JsonFields;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.review.ReviewService.Reviewer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Operations on one report that the management API and the review page share. */
final class ReviewHandlers {
  private static final List<ParseFailure> REASONS =
      List.of(ParseFailure.INVALID_INPUT, ParseFailure.LOW_QUALITY);

  private final Vertx vertx;
  private final ReviewRepo repo;
  private final ReviewService service;
  private final ReviewFiles files;

  ReviewHandlers(Vertx vertx, ReviewRepo repo, ReviewService book, ReviewFiles files) {
    this.vertx = vertx;
    this.repo = repo;
    this.service = book;
    this.files = files;
  }

  /** Returns the report with its draft, files and audit. */
  Future<Response> view(UUID organisation, UUID job) {
    return repo.one(organisation, job)
        .compose(
            row ->
                repo.audit(job)
                    .compose(audit -> vertx.executeBlocking(() -> toResponse(row, audit), false)));
  }

  /** Parses and serializes on a worker, because large drafts would block the event loop. */
  private Response toResponse(Row row, ArrayNode audit) {
    byte[] bytes = Json.bytes(view(row, audit));
    return new Response(200, new Response.Raw("application/json", bytes), Map.of());
  }

  private ObjectNode view(Row row, ArrayNode audit) {
    ObjectNode out = ReviewRepo.toJson(row);
    String stored = row.getString("draft");
    if (stored == null) {
      out.putNull("revision").putNull("draft");
    } else {
      ReviewDraft draft = ReviewDraft.of(Json.parse(stored));
      out.put("revision", draft.revision());
      ObjectNode tree = draft.tree();
      tree.remove(List.of("revision", "next_row"));
      out.set("draft", tree);
    }
    out.set("audit", audit);
    return out;
  }

  Future<Response> claim(Reviewer who) {
    return service.claim(who).compose(done -> state(who));
  }

  Future<Response> release(Reviewer who) {
    return service.release(who).compose(done -> state(who));
  }

  private record Saved(Reviewer who, ObjectNode data) {}

  /**
   * Saves the {@code data} of the body, which is parsed on a worker.
   *
   * @param reviewer determines the reviewer from the body or the session
   */
  Future<Response> save(RequestContext call, Function<JsonFields, Reviewer> reviewer) {
    return vertx
        .executeBlocking(
            () -> {
              JsonFields body = call.body();
              Reviewer who = reviewer.apply(body);
              ObjectNode data = body.requiredObject("data").map(ReviewedData::read).orElse(null);
              call.requireValid();
              return new Saved(who, data);
            },
            false)
        .compose(
            s ->
                service
                    .save(s.who(), s.data())
                    .compose(done -> view(s.who().organisation(), s.who().job())));
  }

  Future<Response> approve(Reviewer who) {
    return service.approve(who).compose(done -> state(who));
  }

  Future<Response> reject(RequestContext call, JsonFields body, Reviewer who) {
    ParseFailure reason =
        body.requiredChoice(
            "reason",
            w -> REASONS.stream().filter(r -> r.wireName().equals(w)).findFirst(),
            REASONS.stream().map(ParseFailure::wireName).toList());
    call.requireValid();
    return service.reject(who, reason).compose(done -> state(who));
  }

  private Future<Response> state(Reviewer who) {
    return repo.head(who.organisation(), who.job()).map(row -> Response.ok(ReviewRepo.toJson(row)));
  }

  Future<Response> file(RequestContext call, UUID organisation, UUID job) {
    int part = number(call, "part", 0);
    return repo.head(organisation, job).compose(row -> files.part(row, part));
  }

  Future<Response> page(RequestContext call, UUID organisation, UUID job) {
    int page = number(call, "page", 1);
    return repo.head(organisation, job).compose(row -> files.page(row, page));
  }

  private static int number(RequestContext call, String name, int least) {
    String text = call.pathParameter(name);
    try {
      int n = Integer.parseInt(text);
      if (n >= least) {
        return n;
      }
    } catch (NumberFormatException e) {
      // reported as a fault below
    }
    throw ServiceException.validationFailed(
        FieldError.path(name, "Input should be a whole number from " + least, "int_parsing"));
  }
}
