package io.tributary.lab.account;

import java.util.List;

/** Postal codes of the US states, the District of Columbia and the territories. */
public final class UsStates {
  /** All codes in alphabetical order. */
  public static final List<String> ALL =
      List.of(
          ("AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS"
                  + " MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV"
                  + " WY")
              .split(" "));

  private UsStates() {}
}
