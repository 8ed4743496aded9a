package io.tapstate.planner.expression;

import java.util.List;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlNameMatcher;

/**
 * The standard's operators; any other function is taken with any arguments and a result that only a row tells: Flink has
 * hundreds, and judges them itself when the job is built.
 */
final class JoinOperators implements SqlOperatorTable {
    @Override
    public void lookupOperatorOverloads(
            SqlIdentifier name,
            SqlFunctionCategory category,
            SqlSyntax syntax,
            List<SqlOperator> operators,
            SqlNameMatcher nameMatcher) {
        SqlStdOperatorTable.instance().lookupOperatorOverloads(name, category, syntax, operators, nameMatcher);
        if (operators.isEmpty() && syntax == SqlSyntax.FUNCTION && name.isSimple()) {
            operators.add(new SqlFunction(
                    name.getSimple(),
                    SqlKind.OTHER_FUNCTION,
                    ReturnTypes.explicit(SqlTypeName.ANY),
                    null,
                    OperandTypes.VARIADIC,
                    SqlFunctionCategory.USER_DEFINED_FUNCTION));
        }
    }

    @Override
    public List<SqlOperator> getOperatorList() {
        return SqlStdOperatorTable.instance().getOperatorList();
    }
}
