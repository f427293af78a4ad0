package io.tributary.lab.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table of patient notifications, row by row: s is a text message, m an email, m/s an email or
 * otherwise a text message.
 */
class NoticeRulesTest {
  private static final Set<LowStatus> ROWS =
      Set.of(
          LowStatus.ORDERED,
          LowStatus.COMPLETED,
          LowStatus.CANCELLED,
          LowStatus.REQUISITION_CREATED,
          LowStatus.DRAW_COMPLETED,
          LowStatus.TRANSIT_CUSTOMER,
          LowStatus.OUT_FOR_DELIVERY,
          LowStatus.DELIVERED_TO_LAB,
          LowStatus.REDRAW_AVAILABLE);

  private static String channels(Optional<NoticeRules.PlannedNotice> told) {
    return told.map(
            t ->
                t.channels().stream()
                    .map(
                        w ->
                            switch (w) {
                              case SMS -> "s";
                              case EMAIL -> "m";
                              case EMAIL_ELSE_SMS -> "m/s";
                            })
                    .collect(Collectors.joining("+")))
        .orElse("-");
  }

  @ParameterizedTest
  @CsvSource({
    "ordered,s,s,s,s",
    "completed,s,s,s,s",
    "cancelled,s,s,s,s",
    "requisition_created,-,s+m,s+m,s+m",
    "draw_completed,-,s,-,s",
    "transit_customer,s,-,-,-",
    "out_for_delivery,s,-,-,-",
    "delivered_to_lab,s,-,-,-",
    "redraw_available,-,-,s+m,-"
  })
  void patientsAreToldOfSteps(
      String status, String kit, String phlebotomy, String walkIn, String onSite) {
    LowStatus low = LowStatus.fromWireName(status).orElseThrow();
    assertEquals(kit, channels(NoticeRules.noticeFor(Modality.KIT, low)));
    assertEquals(kit, channels(NoticeRules.noticeFor(Modality.REGISTRABLE_KIT, low)));
    assertEquals(phlebotomy, channels(NoticeRules.noticeFor(Modality.PHLEBOTOMY, low)));
    assertEquals(walkIn, channels(NoticeRules.noticeFor(Modality.WALK_IN, low)));
    assertEquals(onSite, channels(NoticeRules.noticeFor(Modality.ON_SITE, low)));
  }

  @ParameterizedTest
  @CsvSource({
    "pending,m/s,-",
    "scheduled,m/s,s",
    "cancelled,m/s,s",
    "reserved,-,-",
    "in_progress,-,-",
    "completed,-,-"
  })
  void patientsAreToldOfAppointments(String step, String visit, String site) {
    AppointmentStep s = AppointmentStep.valueOf(step.toUpperCase(Locale.ROOT));
    assertEquals(visit, channels(NoticeRules.noticeFor(true, s)));
    assertEquals(site, channels(NoticeRules.noticeFor(false, s)));
  }

  @ParameterizedTest
  @CsvSource({"KIT", "REGISTRABLE_KIT", "PHLEBOTOMY", "WALK_IN", "ON_SITE"})
  void nothingElseIsToldOf(Modality modality) {
    Set<LowStatus> told =
        Arrays.stream(LowStatus.values())
            .filter(s -> NoticeRules.noticeFor(modality, s).isPresent())
            .collect(Collectors.toCollection(TreeSet::new));
    told.removeAll(ROWS);
    assertEquals(Set.of(), told);
  }
}
