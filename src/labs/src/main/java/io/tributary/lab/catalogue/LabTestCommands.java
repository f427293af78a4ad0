package io.tributary.lab.catalogue;

import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Creates and changes the tests of teams. Call on a virtual thread. */
final class LabTestCommands {
  private static final String BY_IDS =
      MarkerRepo.COLUMNS + " where m.id = any($1::int[]) and m.active order by m.id for share";
  private static final String BY_CODES =
      MarkerRepo.COLUMNS
          + """
           join lab l on l.id = m.lab_id and l.active
           where m.provider_id = any($1::text[]) and m.active and m.lab_id = any($2::int[])
             and ($3::text is null or l.slug = $3)
           order by m.id for share of m
          """;
  private static final String LAB =
      "select slug, name, collection_methods from lab where id = $1 and active";
  private static final String INSERT =
      """
      insert into lab_test (id, team_id, environment, lab_id, lab_account_id, slug, name,
                            description, method, sample_type, fasting, status)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """;
  private static final String MEMBERS =
      """
      insert into lab_test_marker (lab_test_id, marker_id, position)
      select $1, m, n from unnest($2::int[]) with ordinality as u(m, n)
      """;
  private static final String LOCK =
      """
      select team_id, status, status_before from lab_test
       where id = $1 and (team_id = $2 or team_id is null) and environment = $3 for update
      """;

  // A test that was pending approval is pending again when it is reactivated.
  private static final String UPDATE =
      """
      update lab_test set name = coalesce($2, name), status = $3, status_before = $4,
             updated_at = now()
       where id = $1
         and (name, status) is distinct from (coalesce($2, name), $3)
      """;

  private static final String LOCK_OF_ORG =
      """
      select t.status from lab_test t join team o on o.id = t.team_id
       where t.id = $1 and t.team_id = $2 and t.environment = $3 and o.org_id = $4
         for update of t
      """;
  private static final String APPROVE =
      "update lab_test set status = 'active', updated_at = now() where id = $1";

  private final Db db;
  private final Set<Environment> autoApproved;

  /**
   * @param autoApproved environments in which a new test is active without approval
   */
  LabTestCommands(Db db, Set<Environment> approved) {
    this.db = db;
    this.autoApproved = approved;
  }

  UUID create(LabMessages.CreateLabTest m) {
    List<Integer> ids = m.markerIds().orElse(List.of());
    List<String> codes = m.providerIds().orElse(List.of());
    if (ids.isEmpty() == codes.isEmpty()) {
      throw ServiceException.badRequest(
          ids.isEmpty()
              ? "marker_ids or provider_ids must be set"
              : "cannot set both marker_ids and provider_ids");
    }
    return db.tx(
        tx -> {
          List<Marker> markers =
              ids.isEmpty() ? markersByCode(tx, m, codes) : markersById(tx, m, ids);
          int lab = requireOneLab(markers);
          requireOffered(tx, m, lab);
          UUID id = Ids.uuid();
          boolean active = autoApproved.contains(m.tenant().environment());
          tx.update(
              INSERT,
              id,
              m.tenant().team(),
              m.tenant().environment().wire(),
              lab,
              m.account().orElse(null),
              slug(m.name()),
              m.name(),
              m.description(),
              WireEnum.wireName(m.method()),
              sampleTypeOf(markers),
              m.fasting(),
              WireEnum.wireName(active ? LabTestStatus.ACTIVE : LabTestStatus.PENDING_APPROVAL));
          tx.update(
              MEMBERS,
              id,
              new LinkedHashSet<>(markers).stream().map(Marker::id).toArray(Integer[]::new));
          return id;
        });
  }

  private static List<Marker> markersById(Tx tx, LabMessages.CreateLabTest m, List<Integer> ids) {
    Set<Integer> wanted = new HashSet<>(ids);
    List<Marker> found =
        RowMapping.list(
            tx.query(BY_IDS, (Object) wanted.toArray(Integer[]::new)), MarkerRepo::read);
    if (found.size() < wanted.size()) {
      throw ServiceException.notFound("marker");
    }
    return found;
  }

  private static List<Marker> markersByCode(
      Tx tx, LabMessages.CreateLabTest m, List<String> codes) {
    List<Marker> found =
        RowMapping.list(
            tx.query(
                BY_CODES,
                codes.toArray(String[]::new),
                m.labs().toArray(Integer[]::new),
                m.labSlug().orElse(null)),
            MarkerRepo::read);
    return LabCodeResolver.resolve(found, codes, List.of());
  }

  private static int requireOneLab(List<Marker> markers) {
    int lab = markers.getFirst().labId();
    for (Marker m : markers) {
      if (m.labId() != lab) {
        throw ServiceException.badRequest("the markers belong to several labs");
      }
      if (!m.orderable() || m.reflex()) {
        throw ServiceException.badRequest("marker " + m.id() + " cannot be ordered");
      }
    }
    return lab;
  }

  private static void requireOffered(Tx tx, LabMessages.CreateLabTest m, int lab) {
    Row row =
        tx.first(LAB, lab).orElseThrow(() -> ServiceException.badRequest("the lab is not active"));
    if (m.labSlug().filter(s -> !s.equals(row.getString("slug"))).isPresent()) {
      throw ServiceException.badRequest("the markers do not belong to the lab in lab_slug");
    }
    if (m.account().isPresent() && !m.labs().contains(lab)) {
      throw ServiceException.badRequest("the lab account belongs to another lab");
    }
    if (!RowMapping.texts(row, "collection_methods").contains(WireEnum.wireName(m.method()))) {
      throw ServiceException.badRequest(
          row.getString("name") + " does not offer " + WireEnum.wireName(m.method()));
    }
  }

  /** Sample type of the test; blood takes precedence, because the visit serves to draw it. */
  static String sampleTypeOf(List<Marker> markers) {
    if (markers.isEmpty()) {
      return WireEnum.wireName(SpecimenType.SERUM);
    }
    Set<String> all = new LinkedHashSet<>();
    markers.forEach(m -> all.add(m.sampleType()));
    String serum = WireEnum.wireName(SpecimenType.SERUM);
    return all.contains(serum) ? serum : all.iterator().next();
  }

  static String slug(String name) {
    String out =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return out.isEmpty() ? "lab-test" : out;
  }

  UUID patch(LabMessages.PatchLabTest m) {
    return db.tx(
        tx -> {
          Row row =
              tx.first(LOCK, m.id(), m.tenant().team(), m.tenant().environment().wire())
                  .orElseThrow(() -> ServiceException.notFound("lab test"));
          if (row.getUUID("team_id") == null) {
            throw ServiceException.badRequest(
                "this lab test belongs to the installation and cannot be changed");
          }
          String status = row.getString("status");
          String before = row.getString("status_before");
          String inactive = WireEnum.wireName(LabTestStatus.INACTIVE);
          Optional<Boolean> active = m.active();
          if (active.isPresent() && !active.get() && !status.equals(inactive)) {
            before = status;
            status = inactive;
          } else if (active.isPresent() && active.get() && status.equals(inactive)) {
            status = before == null ? WireEnum.wireName(LabTestStatus.ACTIVE) : before;
            before = null;
          }
          tx.update(UPDATE, m.id(), m.name().orElse(null), status, before);
          return m.id();
        });
  }

  /** Makes a pending test orderable; an active test stays unchanged. */
  UUID approve(LabMessages.ApproveLabTest m) {
    return db.tx(
        tx -> {
          String wire = m.tenant().environment().wire();
          String status =
              tx.first(LOCK_OF_ORG, m.id(), m.tenant().team(), wire, m.org())
                  .orElseThrow(() -> ServiceException.notFound("lab test"))
                  .getString("status");
          if (status.equals(WireEnum.wireName(LabTestStatus.INACTIVE))) {
            throw ServiceException.badRequest(
                "the lab test is archived; its team must restore it first");
          }
          if (status.equals(WireEnum.wireName(LabTestStatus.PENDING_APPROVAL))) {
            tx.update(APPROVE, m.id());
          }
          return m.id();
        });
  }
}
