package io.tributary.fhir;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.block.Micros;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.kernel.Cursor;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.model.Resource;
import io.tributary.read.Position;
import io.tributary.read.StoredSamples;
import io.tributary.read.UserSamples;
import io.tributary.read.UserSummaries;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what is stored and writes it as FHIR. For virtual threads. */
final class Reader {
  private static final String USER =
      "select client_user_id from app_user where id = $1 and team_id = $2 and environment = $3"
          + " and deleted_at is null";
  private static final String PROFILES =
      """
      select content ->> 'birth_date' as birth_date, content ->> 'gender' as gender, updated_at
        from summary where user_id = $1 and resource = 'profile'
       order by updated_at desc, id
      """;
  private static final String DEVICES =
      """
      select id, device_manufacturer, device_model from device
       where user_id = $1 and id = any ($2)
      """;

  /** Summary, hyphen, part. */
  private static final Pattern SUMMARY_ID =
      Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[a-z0-9-]{1,27}");

  /** More readings of one series at one instant nobody has. */
  private static final int AT_ONE_INSTANT = 1000;

  private final Db db;
  private final StoredSamples samples;
  private final UserSummaries summaries;
  private final ObservationPages pages;
  private final Supplier<Urls> urls;

  Reader(Db db, StoredSamples samples, Supplier<Urls> urls) {
    this.db = db;
    this.samples = samples;
    this.summaries = new UserSummaries(db);
    this.pages = new ObservationPages(samples, summaries);
    this.urls = urls;
  }

  /** A page as a bundle. */
  byte[] search(Tenant tenant, ObservationSearch search) {
    user(tenant, search.user(), "Patient");
    Urls at = urls.get();
    ObservationPages.Page page = pages.page(search, at);
    ObservationWriter writer = writer(search.user(), page.observations());
    String self = at.base() + "/Observation?" + search.query();
    return FhirJson.object(
        out -> {
          out.writeStringField("resourceType", "Bundle");
          out.writeStringField("type", "searchset");
          out.writeArrayFieldStart("link");
          link(out, "self", search.after().map(a -> self + cursor(search, a)).orElse(self));
          if (page.next().isPresent()) {
            link(out, "next", self + cursor(search, page.next().get()));
          }
          out.writeEndArray();
          entries(out, at, page.observations(), writer);
        });
  }

  private static String cursor(ObservationSearch search, List<String> position) {
    return "&cursor=" + Cursor.write(search.filters(), position);
  }

  private static void link(JsonGenerator out, String relation, String url) throws IOException {
    out.writeStartObject();
    out.writeStringField("relation", relation);
    out.writeStringField("url", url);
    out.writeEndObject();
  }

  private static void entries(
      JsonGenerator out, Urls urls, List<Observation> observations, ObservationWriter writer)
      throws IOException {
    if (observations.isEmpty()) {
      return;
    }
    out.writeArrayFieldStart("entry");
    for (Observation o : observations) {
      out.writeStartObject();
      out.writeStringField("fullUrl", urls.observation(o.id()));
      out.writeObjectFieldStart("resource");
      writer.write(out, o);
      out.writeEndObject();
      out.writeObjectFieldStart("search");
      out.writeStringField("mode", "match");
      out.writeEndObject();
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  /** One observation; 404 when there is none or its user is not the tenant's. */
  byte[] observation(Tenant tenant, String id) {
    Refusal none = Refusal.notFound("Observation");
    Optional<Position> sample = SampleMapper.position(id);
    Matcher summary = SUMMARY_ID.matcher(id);
    List<Observation> near;
    UUID user;
    if (sample.isPresent()) {
      user = UserSamples.owner(db, sample.get().series()).orElseThrow(() -> none);
      near = at(user, sample.get());
    } else if (summary.matches()) {
      UserSummaries.Placed found =
          summaries
              .find(UUID.fromString(summary.group(1)))
              .filter(p -> SummaryMapper.RESOURCES.contains(p.summary().resource()))
              .orElseThrow(() -> none);
      user = found.summary().userId();
      near = SummaryMapper.observations(found.summary());
    } else {
      throw none;
    }
    user(tenant, user, "Observation");
    Observation one =
        near.stream().filter(o -> o.id().equals(id)).findFirst().orElseThrow(() -> none);
    return FhirJson.object(out -> writer(user, List.of(one)).write(out, one));
  }

  private List<Observation> at(UUID user, Position place) {
    UserSamples own = samples.of(user);
    Resource resource = own.resource(place.series()).orElseThrow();
    Instant at = Micros.instant(place.at());
    return own.page(resource, at, at, Optional.empty(), AT_ONE_INSTANT).stream()
        .map(SampleMapper::observation)
        .toList();
  }

  private ObservationWriter writer(UUID user, List<Observation> observations) {
    UUID[] ids =
        observations.stream()
            .map(Observation::device)
            .filter(Objects::nonNull)
            .distinct()
            .toArray(UUID[]::new);
    Map<UUID, String> names = new HashMap<>();
    if (ids.length > 0) {
      db.query(DEVICES, user, ids)
          .forEach(
              row -> {
                String maker = row.getString("device_manufacturer");
                String model = row.getString("device_model");
                String name = (maker == null ? "" : maker) + " " + (model == null ? "" : model);
                names.put(row.getUUID("id"), name.strip());
              });
    }
    return new ObservationWriter(urls.get(), user, names);
  }

  /** The patient: the customer's own id and what the newest profiles know. */
  byte[] patient(Tenant tenant, UUID user) {
    Optional<String> reference = user(tenant, user, "Patient");
    String birth = null;
    String gender = null;
    Instant updated = null;
    for (var row : db.query(PROFILES, user)) {
      birth = birth == null ? row.getString("birth_date") : birth;
      gender = gender == null ? row.getString("gender") : gender;
      updated = updated == null ? Rows.instant(row, "updated_at") : updated;
    }
    String born = birth;
    String as = gender;
    Instant changed = updated;
    Urls at = urls.get();
    return FhirJson.object(
        out -> {
          out.writeStringField("resourceType", "Patient");
          out.writeStringField("id", user.toString());
          if (changed != null) {
            out.writeObjectFieldStart("meta");
            out.writeStringField("lastUpdated", FhirJson.time(changed, null));
            out.writeEndObject();
          }
          if (reference.isPresent()) {
            out.writeArrayFieldStart("identifier");
            out.writeStartObject();
            out.writeStringField("system", at.clientUserIds());
            out.writeStringField("value", FhirJson.clean(reference.get()));
            out.writeEndObject();
            out.writeEndArray();
          }
          FhirJson.text(out, "gender", as);
          FhirJson.text(out, "birthDate", born);
        });
  }

  /** The customer's id of the user, if there is one; refused with 404 when it is not theirs. */
  private Optional<String> user(Tenant tenant, UUID user, String what) {
    return Rows.first(
            db.query(USER, user, tenant.team(), tenant.environment().wire()),
            row -> Optional.ofNullable(row.getString("client_user_id")).filter(r -> !r.isBlank()))
        .orElseThrow(() -> Refusal.notFound(what));
  }
}
