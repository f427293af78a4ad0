package io.tributary.provenance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.model.Sample;
import io.tributary.model.SampleJson;
import io.tributary.read.StoredSample;
import io.tributary.read.StoredSamples;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Explains the samples of one instant. Blocking. */
final class SampleExplainer {
  private static final String USER =
      """
      select e.provider_raw_data as kept
        from app_user u
        join team_environment e on e.team_id = u.team_id and e.environment = u.environment
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;
  private static final String DEMOS = "select provider from connection where user_id = $1 and demo";
  private static final String ORIGIN =
      "select channel, reference, mapping, zone from data_origin where id = $1 and user_id = $2";

  private final Db db;
  private final StoredSamples samples;
  private final Provenance provenance;

  SampleExplainer(Db db, StoredSamples samples, Provenance provenance) {
    this.db = db;
    this.samples = samples;
    this.provenance = provenance;
  }

  ExplainMessages.Explanation explain(ExplainMessages.ExplainSample m) {
    boolean kept =
        RowMapping.first(
                db.query(USER, m.user(), m.tenant().team(), m.tenant().environment().wire()),
                r -> r.getBoolean("kept"))
            .orElseThrow(() -> ServiceException.notFound("user"));
    List<StoredSample> found = new ArrayList<>();
    samples.forEach(
        m.user(),
        m.resource(),
        m.provider(),
        m.at(),
        m.at(),
        s -> {
          if (matches(m, s.sample())) {
            found.add(s);
          }
        });
    if (found.isEmpty()) {
      throw ServiceException.notFound("sample");
    }
    List<String> demos = RowMapping.list(db.query(DEMOS, m.user()), r -> r.getString("provider"));
    ObjectNode out =
        Json.object()
            .put("user_id", m.user().toString())
            .put("resource", m.resource().wire())
            .put("path", m.resource().path());
    out.set("timestamp", Json.tree(m.at()));
    ArrayNode list = out.putArray("samples");
    Map<Integer, Optional<Row>> origins = new HashMap<>();
    for (StoredSample s : found) {
      Provenance.SourceContext ground =
          new Provenance.SourceContext(
              m.user(),
              s.sample().source().provider(),
              kept,
              demos.contains(s.sample().source().provider()),
              ingest(m.user(), s, origins));
      list.add(view(m, s, ground));
    }
    return new ExplainMessages.Explanation(out);
  }

  private static boolean matches(ExplainMessages.ExplainSample m, Sample s) {
    return m.sourceType().map(t -> t.equals(s.source().type().wire())).orElse(true)
        && m.type().map(t -> t.equals(type(s))).orElse(true);
  }

  private static String type(Sample s) {
    return s.extras() == null ? null : s.extras().type();
  }

  private Provenance.RecordedIngest ingest(
      UUID user, StoredSample s, Map<Integer, Optional<Row>> origins) {
    return origins
        .computeIfAbsent(s.origin(), id -> RowMapping.first(db.query(ORIGIN, id, user), r -> r))
        .map(
            r ->
                new Provenance.RecordedIngest(
                    r.getString("channel"),
                    r.getString("reference"),
                    r.getString("mapping"),
                    r.getString("zone"),
                    s.storedAt()))
        .orElseGet(() -> new Provenance.RecordedIngest(null, null, null, null, s.storedAt()));
  }

  private ObjectNode view(
      ExplainMessages.ExplainSample m, StoredSample stored, Provenance.SourceContext g) {
    Sample s = stored.sample();
    ObjectNode out = Json.object();
    out.set("source", provenance.source(s.source()));
    // The format is the same as in reads.
    out.set("sample", Json.parse(SampleJson.of(s)));
    ObjectNode identity = out.putObject("identity");
    identity
        .put("user_id", m.user().toString())
        .put("resource", s.resource().wire())
        .put("provider", s.source().provider())
        .put("source_type", s.source().type().wire());
    identity.set("timestamp", Json.tree(s.at()));
    identity.put("type", s.resource().hasTypedIdentity() ? type(s) : null);
    out.put("source_id", stored.series());
    out.set("stored_at", Json.tree(g.ingest().at()));
    out.set("ingest", g.ingest().view());
    out.set("mapping", provenance.mapping(g));
    out.set(
        "zone",
        provenance.zone(
            g,
            s.offsetSeconds(),
            null,
            s.day(),
            "the local date if the sample has an offset, otherwise the UTC date"));
    out.set("source_record", provenance.ofSample(g, s.resource(), s.at(), s.day(), m.data()));
    out.set("rules", Json.tree(provenance.rules(g, s.resource())));
    return out;
  }
}
